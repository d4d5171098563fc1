import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

/// A new transport and a new server for one test.
struct Loopback {
    let transport = URLSessionTransport()
    let server: LoopbackServer

    /// A server that sends these replies, one per request.
    init(_ replies: LoopbackServer.Reply...) throws {
        server = try LoopbackServer(replies: replies)
    }

    init(script: @escaping LoopbackServer.Script) throws {
        server = try LoopbackServer(script: script)
    }

    /// A server with the built-in routes.
    init() throws {
        server = try LoopbackServer()
    }

    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", fields: HTTPFields = [:],
        body: RequestBody? = nil, timeouts: Timeouts = Timeouts(),
        decoding: HTTPRequest.Decoding = .raw
    ) throws -> HTTPRequest {
        try HTTPRequest(
            method: method, url: server.url + path, fields: fields, body: body, timeouts: timeouts,
            options: .init(decoding: decoding))
    }

    /// Sends, and reads the whole body.
    func exchange(_ request: HTTPRequest) async throws -> (HTTPResponse, String) {
        let response = try await transport.send(request)
        let body = try await response.body.collect(upTo: 1 << 24)
        return (response, String(decoding: body, as: UTF8.self))
    }

    /// The error of sending and reading; nil if there is none.
    func failure(of request: HTTPRequest) async -> NetworkError? {
        do {
            _ = try await exchange(request)
            return nil
        } catch let error as NetworkError {
            return error
        } catch {
            Issue.record(error, "only a NetworkError is thrown")
            return nil
        }
    }
}
