import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(3)))
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
                        let expected = SHA256.hexDigest(of: Data.pattern(size, seed: index))
                        let (_, answer) = try await transport.fetch(
                            HTTPRequest(method: .post, url: url, body: .data(.pattern(size, seed: index))))
                        #expect(String(decoding: answer, as: UTF8.self).contains(expected), "\(index)")
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

        /// 300 random requests from 8 tasks: the echo of each holds its own data and nothing of another.
        @Test func nothingLeaksFromOneRequestToTheNext() async throws {
            let server = try LoopbackServer(recording: .off)
            try await withThrowingTaskGroup { group in
                for task in 0..<8 {
                    group.addTask {
                        var random = SplitMix(state: UInt64(task))
                        for index in 0..<38 {
                            let sample = Sample(name: "t\(task)-\(index)", using: &random)
                            try await sample.check(transport, server)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test func aSequenceOnOneConnectionLeaksNothing() async throws {
            let server = try LoopbackServer()
            var random = SplitMix(state: 99)
            for index in 0..<60 {
                try await Sample(name: "s\(index)", using: &random).check(transport, server)
            }
        }

        /// Cancelled at random moments, every await returns once; a continuation resumed twice would end the process.
        @Test(arguments: ["/bytes/100", "/bytes/400000", "/delay/0.002", "refused"])
        func cancelsAtRandomMomentsReturnExactlyOnce(path: String) async throws {
            let server = try LoopbackServer(recording: .off)
            let url = path == "refused" ? "http://127.0.0.1:1/" : server.url + path
            await withTaskGroup { group in
                for index in 0..<16 {
                    group.addTask {
                        var random = SplitMix(state: UInt64(index))
                        for _ in 0..<300 { await cancelOnce(url, &random) }
                    }
                }
            }
            #expect(await server.waitUntil { $0.openConnectionCount <= 64 })
            #expect(try await transport.fetch(HTTPRequest(server, "/bytes/10")).1.count == 10)
        }

        private func cancelOnce(_ url: String, _ random: inout SplitMix) async {
            let transport = transport
            let task = Task { try await transport.fetch(HTTPRequest(url: url)).1.count }
            for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
            if Bool.random(using: &random) {
                try? await Task.sleep(for: .microseconds(Int.random(in: 0...2000, using: &random)))
            }
            task.cancel()
            switch await task.result {
            case .success: break
            case .failure(let error as NetworkError):
                #expect([.cancelled, .cannotConnect].contains(error.code))
            case .failure(let error): Issue.record(error)
            }
        }

        /// The timeout is the server's delay.
        @Test func timeoutsAtTheMomentOfTheAnswerReturnExactlyOnce() async throws {
            let server = try LoopbackServer(recording: .off)
            await withTaskGroup { group in
                for index in 0..<16 {
                    group.addTask {
                        for round in 0..<12 {
                            let timeouts = Timeouts.total(.milliseconds(18 + (index + round) % 6))
                            guard let request = try? HTTPRequest(server, "/delay/0.02", timeouts: timeouts)
                            else {
                                return
                            }
                            let error = await transport.failure(of: request)
                            #expect(error == nil || error?.code == .timedOut)
                        }
                    }
                }
            }
        }

        /// The server closes, resets or responds at random.
        @Test func endingsAtRandomReturnExactlyOnce() async throws {
            let server = try LoopbackServer(recording: .off) { connection in
                var count = connection.index
                while try connection.readRequest() != nil {
                    count += 1
                    if count % 5 == 0 { return connection.close() }
                    if count % 7 == 0 { return connection.reset() }
                    try connection.send(answer())
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

/// A random request and its expected echo.
private struct Sample {
    private let method: HTTPRequest.Method
    private let name: String
    private let body: Data?
    private let isStreamed: Bool
    private let isAuthorized: Bool

    init(name: String, using random: inout SplitMix) {
        let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        method = methods.randomElement(using: &random) ?? .get
        self.name = name
        let size = [nil, 0, 5, 2000, 70_000].randomElement(using: &random) ?? nil
        let text = Data(String(repeating: name, count: (size ?? 0) / 4 + 1).utf8)
        body = method == .head ? nil : size.map { text.prefix($0) }
        isStreamed = Bool.random(using: &random)
        isAuthorized = Bool.random(using: &random)
    }

    func check(_ transport: LibcurlTransport, _ server: LoopbackServer) async throws {
        let (response, echo) = try await transport.fetch(request(server))
        #expect(response.status == 200)
        guard method != .head else { return #expect(echo.isEmpty) }
        let end = echo.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? echo.endIndex
        let lines = String(decoding: echo[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
        #expect(lines.first == "\(method) /echo?\(name) HTTP/1.1")
        #expect(lines.filter { $0.hasPrefix("X-") } == ["X-\(name): \(name)"])
        #expect(lines.contains { $0.hasPrefix("Authorization:") } == isAuthorized)
        #expect(!lines.contains { $0.hasPrefix("Expect:") || $0.hasPrefix("Accept") })
        #expect(echo[end...] == body ?? Data())
    }

    private func request(_ server: LoopbackServer) throws -> HTTPRequest {
        var request = try HTTPRequest(method, server, "/echo?\(name)")
        request.fields[HTTPField.Name("X-\(name)")] = name
        if isAuthorized { request.fields[.authorization] = "Basic \(name)" }
        guard let body else { return request }
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(body)
            continuation.finish()
        }
        request.body = isStreamed ? .stream(chunks) : .data(body)
        return request
    }
}
