import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

extension LibcurlTransport {
    /// Sends a request and reads its whole response.
    func fetch(_ request: HTTPRequest, upTo limit: Int = 1 << 20) async throws -> (HTTPResponse, Data) {
        let response = try await send(request)
        return (response, try await response.body.collect(upTo: limit))
    }

    /// What a send, or reading its response, throws; nil when it succeeds.
    func failure(of request: HTTPRequest) async -> NetworkError? {
        do {
            _ = try await fetch(request, upTo: 1 << 30)
            return nil
        } catch let error as NetworkError {
            return error
        } catch {
            Issue.record(error, "only a NetworkError is thrown")
            return nil
        }
    }
}

extension HTTPRequest {
    /// A request to a path of a server.
    init(
        _ method: Method, _ server: LoopbackServer, _ path: String = "/", body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(), options: Options = Options()
    ) throws(NetworkError) {
        try self.init(
            method: method, url: server.url + path, body: body, timeouts: timeouts, options: options)
    }

    /// A GET of a path of a server.
    init(
        _ server: LoopbackServer, _ path: String = "/", timeouts: Timeouts = Timeouts(),
        options: Options = Options()
    ) throws(NetworkError) {
        try self.init(.get, server, path, timeouts: timeouts, options: options)
    }
}

extension Data {
    /// Bytes that differ between seeds and between places.
    static func pattern(_ count: Int, seed: Int = 0) -> Data {
        // A prime period, so that no two parts whose length is a power of two are equal.
        let period = (0..<4093).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed &* 17 &+ $0 >> 8) }
        var data = Data(capacity: count + period.count)
        while data.count < count { data.append(contentsOf: period) }
        return data.prefix(count)
    }
}

/// A 200 with a body of known length, on a connection that stays open.
func okResponse(_ body: String = "ok") -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// Runs the closure with the path of a new file of these bytes, and removes the file.
func withTemporaryFile<Value>(_ bytes: Data, _ body: (_ path: String) async throws -> Value) async throws
    -> Value
{
    let url = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
    try bytes.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url.path)
}

/// Asks again and again, where no event tells, until it is so; false after 30 seconds.
func waitUntil(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while !condition() {
        if ContinuousClock.now >= deadline { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
