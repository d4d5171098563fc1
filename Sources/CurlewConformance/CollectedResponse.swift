import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A response that was read to its end.
struct CollectedResponse: CustomStringConvertible {
    let status: Int
    let fields: HTTPFields
    let body: Data
    let trailers: HTTPFields

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    var description: String { "\(status) with \(body.count) bytes" }
}

extension Transport {
    /// Sends a request and collects its response.
    func response(to request: HTTPRequest) async throws -> CollectedResponse {
        let response = try await send(request)
        let body = try await response.body.collect(upTo: 64 << 20)
        return CollectedResponse(
            status: response.status.code, fields: response.fields, body: body,
            trailers: response.body.trailers)
    }

    /// Sends a bare request and collects its response; a hang ends with `.timedOut`.
    func response(
        _ method: HTTPRequest.Method = .get, _ url: String, fields: HTTPFields = [:],
        body: RequestBody? = nil, options: HTTPRequest.Options = .init()
    ) async throws -> CollectedResponse {
        try await response(
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
    /// A server that sends the same response to every request and keeps the connection open.
    static func responding(with text: String) throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.send(text) }
        }
    }

    /// A server that responds to every request with 200, `ok` and more field lines, each ended by CR LF.
    static func ok(_ lines: String = "") throws -> LoopbackServer {
        try responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\(lines)\r\nok")
    }

    /// A server that reads one request per connection, sends the text and closes.
    static func closing(after text: String) throws -> LoopbackServer {
        try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send(text)
        }
    }
}
