import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// Open connections from which no more bytes arrive (RFC 9113 §9.1), and connections that are never established.
@Suite("A silent HTTP/2 connection", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct HTTP2SilenceTests {
    /// How a request without a response ends.
    enum Ending: CaseIterable {
        case limit
        case cancellation
    }

    private let transport: LibcurlTransport
    private let server: String

    init() throws {
        transport = try TLSPeer.transport()
        server = try Peer.variable("CURLEW_HTTP2_URL")
    }

    private func send(_ target: String, within limit: Duration = .seconds(30)) async throws -> HTTPResponse {
        let request = try HTTPRequest(url: server + target, timeouts: .total(limit))
        let response = try await transport.send(request)
        _ = try await response.body.collect(upTo: 1000)
        return response
    }

    /// Sends a request that gets no response, and ends it.
    private func waitInVain(_ ending: Ending, for path: String = "/silence") async throws {
        let target = "\(path)?\(UUID().uuidString)"
        switch ending {
        case .limit:
            let error = await #expect(throws: NetworkError.self) {
                try await send(target, within: .milliseconds(300))
            }
            #expect(error?.code == .timedOut)
        case .cancellation:
            let task = Task { try await send(target) }
            try await waitUntilSeen(target)
            task.cancel()
            let error = await #expect(throws: NetworkError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    private func waitUntilSeen(_ target: String) async throws {
        for _ in 0..<500 {
            if try await TLSPeer.count(target, at: server) > 0 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the server has not seen the request")
    }

    @Test("is abandoned after a request without a response", arguments: Ending.allCases)
    func silence(ending: Ending) async throws {
        _ = try await send("/silence?first-\(UUID().uuidString)")
        try await waitInVain(ending)
        for isReused in [false, true, true] {
            #expect(try await send("/later").metrics.isReusedConnection == isReused)
        }
    }

    @Test("keeps only the requests already in flight on it")
    func othersUnderWay() async throws {
        _ = try await send("/silence?first-\(UUID().uuidString)")
        let target = "/silence?other-\(UUID().uuidString)"
        let other = Task { try await send(target) }
        try await waitUntilSeen(target)
        try await waitInVain(.limit)
        for isReused in [false, true, true] {
            #expect(try await send("/later").metrics.isReusedConnection == isReused)
        }
        #expect(!other.isCancelled)
        other.cancel()
        let error = await #expect(throws: NetworkError.self) { try await other.value }
        #expect(error?.code == .cancelled)
        #expect(try await send("/later").metrics.isReusedConnection == true)
    }

    @Test("sends nothing at all: cancelled requests leave a healthy connection in use")
    func healthy() async throws {
        _ = try await send("/first")
        var reusedCount = 0
        for _ in 0..<10 {
            try await waitInVain(.cancellation, for: "/ping")
            if try await send("/later").metrics.isReusedConnection == true { reusedCount += 1 }
        }
        // Bytes that libcurl reads right after it has sent the request are not visible.
        #expect(reusedCount >= 8)
    }

    /// The kernel accepts the first connections to the port, and they are never read.
    @Test("that is never established fails no request: all use the first ready one", arguments: [1, 2])
    func neverMade(unread: Int) async throws {
        let port = try await transport.text(.get, server + "/listen/\(unread)")
        let url = "https://127.0.0.1:\(port)"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 {
                group.addTask { _ = try await transport.text(.get, url + "/get") }
            }
            try await group.waitForAll()
        }
        #expect(try await TLSPeer.count("connections-\(port)", at: server) == unread + 1)
    }
}
