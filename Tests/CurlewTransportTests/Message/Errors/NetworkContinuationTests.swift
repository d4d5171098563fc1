import TestSupport
import Testing

@testable import CurlewTransport

@Suite(.timeLimit(.minutes(5)))
struct NetworkContinuationTests {
    @Test func returnsAValue() async throws {
        let value: Int = try await withNetworkContinuation {
            $0.resume(with: .success(7))
        } onCancel: {
        }
        #expect(value == 7)
    }

    @Test func throwsItsError() async {
        let error = await #expect(throws: NetworkError.self) {
            let _: Int = try await withNetworkContinuation { continuation in
                continuation.resume(with: .failure(NetworkError(.closed, "x")))
            } onCancel: {
            }
        }
        #expect(error?.code == .closed)
    }

    @Test func isResumedFromAnotherTask() async throws {
        let value: Int = try await withNetworkContinuation { continuation in
            Task { @concurrent in continuation.resume(with: .success(7)) }
        } onCancel: {
        }
        #expect(value == 7)
    }

    @Test func runsOnCancelInACancelledTask() async {
        let gate = Gate()
        let holder = Holder()
        let task = Task { () throws -> Int in
            await gate.wait()
            return try await withNetworkContinuation { continuation in
                holder.store(continuation)
            } onCancel: {
                holder.cancel()
            }
        }
        task.cancel()
        gate.open()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    /// Resumes once, whether the cancellation comes before the continuation or after it.
    private final class Holder: Sendable {
        private enum State {
            case empty
            case waiting(NetworkContinuation<Int>)
            case cancelled
        }

        private let state = Lock(State.empty)

        func store(_ continuation: NetworkContinuation<Int>) {
            let isCancelled = state.withLock { state in
                if case .cancelled = state { return true }
                state = .waiting(continuation)
                return false
            }
            if isCancelled { continuation.resume(with: .failure(.cancelled)) }
        }

        func cancel() {
            let waiting = state.withLock { state -> NetworkContinuation<Int>? in
                defer { state = .cancelled }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            waiting?.resume(with: .failure(.cancelled))
        }
    }
}
