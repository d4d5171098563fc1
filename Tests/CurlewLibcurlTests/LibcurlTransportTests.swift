import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

struct LibcurlTransportTests {
    private let transport = LibcurlTransport()

    @Test func getsASmallAnswerWhole() async throws {
        let server = try LoopbackServer()
        let response = try await transport.send(HTTPRequest(url: "\(server.url)/bytes/1000"))
        #expect(response.status == 200)
        #expect(response.fields[.contentLength] == "1000")
        #expect(try await response.body.collect(upTo: 2000).count == 1000)
    }

    @Test func postsData() async throws {
        let server = try LoopbackServer()
        for size in [0, 1, 1000, 65_536, 65_537, 3_000_000] {
            let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let request = try HTTPRequest(method: .post, url: "\(server.url)/sha256", body: .data(data))
            let response = try await transport.send(request)
            let text = String(decoding: try await response.body.collect(upTo: 2000), as: UTF8.self)
            #expect(text.contains(SHA256.hexDigest(of: data)), "\(size): \(text)")
        }
    }

    @Test func streamsALargeBodyBothWays() async throws {
        let server = try LoopbackServer()
        var request = try HTTPRequest(url: "\(server.url)/bytes/50000000")
        request.options.delivery = .streamed
        let response = try await transport.send(request)
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        #expect(count == 50_000_000)
        let chunks = AsyncStream<Data> { continuation in
            for _ in 0..<100 { continuation.yield(Data(repeating: 7, count: 100_000)) }
            continuation.finish()
        }
        let upload = try HTTPRequest(method: .post, url: "\(server.url)/sha256", body: .stream(chunks))
        let answer = try await transport.send(upload)
        let text = String(decoding: try await answer.body.collect(upTo: 2000), as: UTF8.self)
        #expect(text.contains("10000000"))
    }

    @Test func refusedConnection() async throws {
        await #expect(throws: NetworkError.self) {
            try await transport.send(HTTPRequest(url: "http://127.0.0.1:1/"))
        }
    }

    @Test func headTimeoutAndCancel() async throws {
        let server = try LoopbackServer()
        var request = try HTTPRequest(url: "\(server.url)/delay/5")
        request.timeouts.head = .milliseconds(300)
        do {
            _ = try await transport.send(request)
            Issue.record("no error")
        } catch {
            #expect(error.code == .timedOut)
            print(error, error.metrics as Any)
        }
        let task = Task { try await transport.send(HTTPRequest(url: "\(server.url)/delay/5")) }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        let result = await task.result
        guard case .failure(let error) = result else { Issue.record("no error"); return }
        #expect(NetworkError.Code.cancelled ~= error)
    }

    @Test func manyAtOnce() async throws {
        let server = try LoopbackServer(recording: .off)
        let clock = ContinuousClock()
        let time = try await clock.measure {
            try await withThrowingTaskGroup { group in
                for _ in 0..<64 {
                    group.addTask {
                        for _ in 0..<100 {
                            let response = try await transport.send(HTTPRequest(url: "\(server.url)/get"))
                            #expect(response.status == 200)
                            _ = try await response.body.collect(upTo: 10000)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        print("6400 requests in", time)
    }
}
