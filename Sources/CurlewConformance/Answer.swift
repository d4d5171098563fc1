import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An answer that was read to its end.
struct Answer: CustomStringConvertible {
    let status: Int
    let fields: HTTPFields
    let body: Data
    let trailers: HTTPFields

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    var description: String { "\(status) with \(body.count) bytes" }
}

extension Transport {
    /// Sends a request and reads all of the answer.
    func answer(to request: HTTPRequest) async throws -> Answer {
        let response = try await send(request)
        let body = try await response.body.collect(upTo: 64 << 20)
        return Answer(
            status: response.status.code, fields: response.fields, body: body,
            trailers: response.body.trailers)
    }

    /// Sends a bare request and reads all of the answer; a hang ends with `.timedOut`.
    func answer(
        _ method: HTTPRequest.Method = .get, _ url: String, fields: HTTPFields = [:],
        body: RequestBody? = nil, options: HTTPRequest.Options = .init()
    ) async throws -> Answer {
        try await answer(
            to: HTTPRequest(
                method: method, url: url, fields: fields, body: body, timeouts: .total(.seconds(10)),
                options: options))
    }
}

extension RequestBody {
    /// Text as bytes without a media type.
    static func untyped(_ text: String) -> Self { .data(Data(text.utf8)) }
}

extension LoopbackServer {
    /// A server that gives the same answer to every request and keeps the connection.
    static func answering(_ text: String) throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.send(text) }
        }
    }

    /// A server that answers every request with 200, `ok` and more field lines, each ended by CR LF.
    static func ok(_ lines: String = "") throws -> LoopbackServer {
        try answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\(lines)\r\nok")
    }

    /// A server that reads one request per connection, sends the text and closes.
    static func closing(after text: String) throws -> LoopbackServer {
        try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send(text)
        }
    }
}
