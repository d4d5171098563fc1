import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
    struct ConcurrencyTests {
        private let transport = LibcurlTransport()

        @Test func everyBodyIsItsOwn() async throws {
            let server = try LoopbackServer(recording: .off)
            let url = "\(server.url)/sha256"
            try await withThrowingTaskGroup { group in
                for index in 0..<100 {
                    group.addTask {
                        // libcurl copies small ones and reads large ones; each is dropped as soon as it was delivered.
                        let size = index % 10 == 0 ? 1 << 20 : 1024 << (index % 8)
                        let expected = SHA256Hasher.digest(of: Data.pattern(size, seed: index)).hex
                        let (_, reply) = try await transport.fetch(
                            HTTPRequest(method: .post, url: url, body: .data(.pattern(size, seed: index))))
                        #expect(String(decoding: reply, as: UTF8.self).contains(expected), "\(index)")
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test func manySmallRequestsShareTheirConnections() async throws {
            let server = try LoopbackServer(recording: .off)
            try await withThrowingTaskGroup { group in
                for _ in 0..<32 {
                    group.addTask {
                        for _ in 0..<30 {
                            let (response, _) = try await transport.fetch(HTTPRequest(server, "/bytes/100"))
                            #expect(response.status == 200)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requestCount == 960)
            #expect(server.connectionCount <= 64)
        }

        /// The server closes, resets or responds at random.
        @Test func endingsAtRandomReturnExactlyOnce() async throws {
            let server = try LoopbackServer(recording: .off) { connection in
                var count = connection.index
                while try connection.readRequest() != nil {
                    count += 1
                    if count % 5 == 0 { return connection.close() }
                    if count % 7 == 0 { return connection.reset() }
                    try connection.send(okResponse())
                }
            }
            await withTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask {
                        for _ in 0..<50 {
                            guard let request = try? HTTPRequest(.post, server, body: .data(Data("x".utf8)))
                            else { return }
                            let error = await transport.failure(of: request)
                            #expect(error == nil || error?.code == .connectionLost)
                        }
                    }
                }
            }
        }
    }
}
