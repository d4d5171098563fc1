import Curlew
import CurlewTesting
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    struct ExecutorTests {
        private func count(_ total: Int, _ transport: LibcurlTransport, _ url: String) async throws -> Int {
            var responses = 0
            for _ in 0..<total {
                let response = try await transport.send(HTTPRequest(url: url))
                if try await response.body.collect(upTo: 1 << 20).count == 100 { responses += 1 }
            }
            return responses
        }

        @Test(.timeLimit(.minutes(5))) func runsRequestsOnTheLoopsThread() async throws {
            let server = try LoopbackServer(recording: .off)
            let transport = LibcurlTransport()
            let responses = try await withTaskExecutorPreference(transport.executor) {
                try await count(500, transport, "\(server.url)/bytes/100")
            }
            #expect(responses == 500)
        }

        @Test(.timeLimit(.minutes(5))) func doesNotStarveTheSockets() async throws {
            let server = try LoopbackServer(recording: .off)
            let transport = LibcurlTransport()
            let busy = Task(executorPreference: transport.executor) {
                while !Task.isCancelled { await Task.yield() }
            }
            #expect(try await count(20, transport, "\(server.url)/bytes/100") == 20)
            busy.cancel()
            await busy.value
        }

        @Test(.timeLimit(.minutes(5))) func runsJobsAfterShutdownToTheirEnd() async throws {
            let transport = LibcurlTransport()
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let task = Task(executorPreference: transport.executor) {
                var sum = 0
                for await number in stream { sum += number }
                return sum
            }
            continuation.yield(1)
            transport.shutdown()
            for number in 2...10 { continuation.yield(number) }
            continuation.finish()
            #expect(await task.value == 55)
            await #expect(throws: NetworkError.self) {
                try await transport.send(HTTPRequest(url: "http://127.0.0.1:1/"))
            }
        }

        @Test(.timeLimit(.minutes(5))) func servesTasksWhoseTransportIsGone() async throws {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let task = Task(executorPreference: LibcurlTransport().executor) {
                for await number in stream where number == 2 { return true }
                return false
            }
            continuation.yield(1)
            continuation.yield(2)
            #expect(await task.value)
        }

        @Test(.timeLimit(.minutes(5))) func losesNoJobHoweverShutdownFalls() async throws {
            let server = try LoopbackServer(recording: .off)
            let url = "\(server.url)/bytes/100"
            for round in 0..<50 {
                let transport = LibcurlTransport()
                let tasks = (0..<16).map { _ in
                    Task(executorPreference: transport.executor) {
                        for _ in 0..<5 {
                            _ = try? await transport.send(HTTPRequest(url: url))
                            await Task.yield()
                        }
                        return 1
                    }
                }
                for _ in 0..<round { await Task.yield() }
                transport.shutdown()
                var ended = 0
                for task in tasks { ended += await task.value }
                #expect(ended == 16)
            }
        }

        @Test(.timeLimit(.minutes(5))) func runsTasksThatComeAfterShutdown() async {
            let transport = LibcurlTransport()
            let executor = transport.executor
            transport.shutdown()
            #expect(await Task(executorPreference: executor) { 1 }.value == 1)
            #expect(await Task(executorPreference: transport.executor) { 2 }.value == 2)
        }

        @Test(.timeLimit(.minutes(5))) func fallsBackToTheGlobalExecutorOnceItsThreadHasEnded() async {
            let transport = LibcurlTransport()
            transport.shutdown()
            for _ in 0..<100 {
                #expect(await Task(executorPreference: transport.executor) { 1 }.value == 1)
            }
        }

        @Test(.timeLimit(.minutes(5))) func transfersAndManyBusyTasksTakeTurns() async throws {
            let server = try LoopbackServer(recording: .off)
            let transport = LibcurlTransport()
            let busy = (0..<50).map { _ in
                Task(executorPreference: transport.executor) {
                    var turns = 0
                    while !Task.isCancelled {
                        turns += 1
                        await Task.yield()
                    }
                    return turns
                }
            }
            let size = 5 << 20
            let request = try HTTPRequest(
                url: "\(server.url)/bytes/\(size)", options: .init(delivery: .streamed))
            var received = 0
            for try await chunk in try await transport.send(request).body { received += chunk.count }
            #expect(received == size)
            for task in busy {
                task.cancel()
                #expect(await task.value > 0)
            }
        }
    }
}
