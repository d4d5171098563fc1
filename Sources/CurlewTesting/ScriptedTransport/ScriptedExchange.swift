import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One scripted exchange whose limits pass on a test clock; the same machine decides as in both real transports.
final class ScriptedExchange: Sendable {
    private let clock: TestClock
    private let machine: Lock<ExchangeMachine>
    private let body = Lock<(source: ResponseBody, iterator: ResponseBody.AsyncIterator)?>(nil)

    init(_ timeouts: Timeouts, _ clock: TestClock) {
        self.clock = clock
        machine = Lock(ExchangeMachine(timeouts, start: MonotonicTime(clock.elapsed)))
    }

    /// Makes the connection, which takes `delay`, and returns the response of the script, with a limited body.
    func response(
        connectingFor delay: Duration, _ script: @escaping @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var response = try await limited {
            try await self.clock.sleep(for: delay)
            self.connected()
            return try await script()
        }
        headReceived(response.status)
        // A body in memory arrives with its head.
        if response.body.isFromClosure { response.body = limited(response.body) }
        return response
    }

    private var now: MonotonicTime { MonotonicTime(clock.elapsed) }

    private func connected() {
        let now = now
        machine.withLock { machine in
            machine.connected()
            machine.bytesSent(at: now)
        }
    }

    private func headReceived(_ status: HTTPResponse.Status) {
        let now = now
        machine.withLock { machine in
            _ = machine.headReceived(status: status.code, bodyLength: nil, at: now)
            machine.readerPaused()
        }
    }

    private func limited(_ source: ResponseBody) -> ResponseBody {
        body.withLock { $0 = (source, source.makeAsyncIterator()) }
        return .stream {
            try await self.nextChunk()
        } end: {
            ResponseBody.Completion(trailers: source.trailers, metrics: source.metrics)
        } cancel: {
            source.cancel()
        }
    }

    /// Waits for the next chunk; the time in which no reader asks for one is not idle time.
    private func nextChunk() async throws -> Data? {
        let now = now
        machine.withLock { $0.readerResumed(at: now) }
        let chunk = try await limited {
            guard var iterator = self.body.withLock({ $0?.iterator }) else { return Data?.none }
            let chunk = try await iterator.next()
            self.body.withLock { $0?.iterator = iterator }
            return chunk
        }
        machine.withLock { machine in
            machine.readerPaused()
            if chunk == nil { _ = machine.ended(nil) }
        }
        return chunk
    }

    /// Returns what `work` returns, unless a limit passes first: then its task is cancelled.
    private func limited<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let now = now
        let (next, passed) = machine.withLock { ($0.deadlines.next, $0.deadlines.passed(at: now)) }
        // The total limit may have passed while no reader asked.
        if let passed { throw passed }
        guard next != .distantFuture else { return try await work() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask { throw try await self.passedLimit() }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw NetworkError.cancelled }
            return value
        }
    }

    /// Waits until a limit has passed, which bytes can move.
    private func passedLimit() async throws -> NetworkError {
        while true {
            let now = now
            let (next, error) = machine.withLock { ($0.deadlines.next, $0.deadlines.passed(at: now)) }
            if let error { return error }
            if next == .distantFuture { try await clock.stall() }
            try await clock.sleep(for: .nanoseconds(now.nanoseconds(to: next)))
        }
    }
}

extension MonotonicTime {
    /// A moment of a test clock.
    fileprivate init(_ elapsed: Duration) {
        self.init(nanoseconds: elapsed.nanoseconds ?? .max)
    }
}
