#if canImport(FoundationNetworking)
    import Curlew
    import CurlewTesting
    import Dispatch
    import Foundation
    import FoundationNetworking
    import Testing

    @testable import CurlewURLSession

    @Suite(.timeLimit(.minutes(5)))
    struct TurnsTests {
        private let queue = DispatchQueue(label: LibcurlQueue.label)
        private let turns = Turns()

        /// Whether the queue runs what it is given, or will.
        private func isRunning(_ queue: DispatchQueue) -> Bool {
            let hasRun = DispatchSemaphore(value: 0)
            queue.async { hasRun.signal() }
            return hasRun.wait(timeout: .now() + 20) == .success
        }

        @Test func aBodyWaitsWhileACallDoes() {
            for _ in 0..<2 {
                let hasRun = DispatchSemaphore(value: 0)
                turns.takeOne {
                    queue.sync { turns.chunkArrived() }
                    queue.async { hasRun.signal() }
                    // Long enough for a queue that is not suspended.
                    #expect(hasRun.wait(timeout: .now() + 0.02) == .timedOut)
                }
                #expect(hasRun.wait(timeout: .now() + 20) == .success)
            }
        }

        @Test func aBodyWaitsOnceForEachCall() {
            turns.takeOne {
                queue.sync {
                    turns.chunkArrived()
                    turns.chunkArrived()
                }
            }
            #expect(isRunning(queue))
        }

        @Test func withoutACallABodyDoesNotWait() {
            queue.sync { turns.chunkArrived() }
            #expect(isRunning(queue))
        }

        @Test func otherQueuesAreLeftAlone() {
            let other = DispatchQueue(label: "other")
            turns.takeOne {
                other.sync { turns.chunkArrived() }
                #expect(isRunning(other))
            }
            #expect(other.sync { LibcurlQueue.current } == nil)
        }

        @Test func theQueueOfLibcurlIsFound() async throws {
            let loopback = try Loopback(.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
            let (found, finding) = AsyncStream.makeStream(of: Bool.self)
            let session = URLSession(
                configuration: .ephemeral, delegate: Watcher { finding.yield(LibcurlQueue.current != nil) },
                delegateQueue: DelegateQueue())
            session.dataTask(with: try #require(URL(string: loopback.server.url))).resume()
            #expect(await found.first { _ in true } == true)
            session.finishTasksAndInvalidate()
        }

        /// Blocks the queue that all sessions share, as a server's data can, while requests time out.
        @Test func noCallerWaitsForTheQueueOfAllSessions() async throws {
            let loopback = try Loopback()
            let (isInTime, blocking) = AsyncStream.makeStream(of: Bool.self)
            let end = DispatchSemaphore(value: 0)
            let session = URLSession(
                configuration: .ephemeral,
                delegate: Watcher {
                    blocking.yield(true)
                    blocking.yield(end.wait(timeout: .now() + 300) == .success)
                }, delegateQueue: DelegateQueue())
            session.dataTask(with: try #require(URL(string: "\(loopback.server.url)/bytes/10"))).resume()
            var signals = isInTime.makeAsyncIterator()
            #expect(await signals.next() == true)
            let request = try loopback.request(timeouts: .total(.milliseconds(200)))
            let sends = (0..<64).map { _ in Task { await loopback.failure(of: request)?.code } }
            for send in sends { #expect(await send.value == .timedOut) }
            end.signal()
            #expect(await signals.next() == true)
            session.finishTasksAndInvalidate()
        }
    }

    /// Calls a closure with each chunk of a body.
    private final class Watcher: NSObject, URLSessionDataDelegate {
        private let chunkArrived: @Sendable () -> Void

        init(chunkArrived: @escaping @Sendable () -> Void) {
            self.chunkArrived = chunkArrived
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            chunkArrived()
        }
    }
#endif
