#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The longest wait for the next bytes of a body whose transfer has no idle limit of its own.
struct IdleLimit: Sendable {
    private let limit: Duration
    private let clock: Client.Clock

    /// Nil for no limit.
    init?(_ limit: Duration?, _ clock: Client.Clock) {
        guard let limit else { return nil }
        self.limit = min(limit, .longestDelay)
        self.clock = clock
    }

    /// Reads at most `length` bytes, then ends the transfer.
    ///
    /// Throws only `.cancelled`, for the task: after any other failure, and once the limit has passed, it returns the bytes
    /// received so far.
    func prefix(of body: ResponseBody, upTo length: Int) async throws(NetworkError) -> Data {
        var iterator = body.makeAsyncIterator()
        var collected = Data()
        do throws(NetworkError) {
            while collected.count < length, let chunk = try await next(of: body, &iterator) {
                collected.append(chunk)
            }
        } catch {
            // The passed limit cancels the body, but not the task.
            if error.code == .cancelled, Task.isCancelled { throw error }
        }
        body.cancel()
        return collected.prefix(length)
    }

    private func next(
        of body: ResponseBody, _ iterator: inout ResponseBody.AsyncIterator
    ) async throws(NetworkError) -> Data? {
        let (clock, limit) = (clock, limit)
        let timer = Task(executorPreference: Client.Clock.executor) {
            try await clock.sleep(limit)
            body.cancel()
        }
        defer { timer.cancel() }
        return try await iterator.next()
    }
}
