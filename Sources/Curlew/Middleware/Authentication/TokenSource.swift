/// The token of one or several clients, and the single refresh that all their requests wait for.
final class TokenSource: Sendable {
    typealias Refresh = @Sendable (AccessToken?) async throws -> AccessToken
    typealias Issued = TokenMachine<Int>.Issued

    /// How long a request waits for a refresh, and by which clock.
    struct Wait: Sendable {
        let clock: Client.Clock
        let deadline: SendDeadline?
    }

    private struct Storage {
        var machine: TokenMachine<Int>
        var continuations: [Int: NetworkContinuation<Issued>] = [:]
        private var lastWaiter = 0

        init(_ token: AccessToken?) {
            machine = TokenMachine(token)
        }

        mutating func nextWaiter() -> Int {
            lastWaiter += 1
            return lastWaiter
        }
    }

    /// The source whose refresh the task is part of.
    @TaskLocal private static var refreshing: TokenSource?
    /// Shared by all sources, since one refresh may send with the token of another.
    private static let waits = Lock(RefreshWaits<ObjectIdentifier>())

    private let storage: Lock<Storage>
    private let refresh: Refresh

    init(_ token: AccessToken?, refresh: @escaping Refresh) {
        storage = Lock(Storage(token))
        self.refresh = refresh
    }

    /// A client that uses the source was made.
    func begin(_ clock: Client.Clock) {
        storage.withLock { $0.machine.begun(now: clock.now()) }
    }

    /// Returns the token in use; waits for the next one if there is none, or it is expired or the refused one.
    ///
    /// Returns nil if waiting would deadlock: the caller is itself part of this refresh, directly or through another
    /// token source. Throws what the refresh throws, `.cancelled` and `.timedOut`.
    func token(_ wait: Wait, replacing refused: Issued? = nil) async throws(NetworkError) -> Issued? {
        let usable = storage.withLock { $0.machine.usable(replacing: refused, now: wait.clock.now()) }
        if let usable { return usable }
        guard let source = Self.refreshing.map(ObjectIdentifier.init) else {
            return try await nextToken(wait, replacing: refused)
        }
        guard Self.waits.withLock({ $0.begin(source, for: ObjectIdentifier(self)) }) else { return nil }
        defer { Self.waits.withLock { $0.end(source, for: ObjectIdentifier(self)) } }
        return try await nextToken(wait, replacing: refused)
    }

    private func nextToken(_ wait: Wait, replacing refused: Issued?) async throws(NetworkError) -> Issued {
        let waiter = storage.withLock { $0.nextWaiter() }
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        return try await withNetworkContinuation { continuation in
            enter(waiter, continuation, wait.clock, replacing: refused)
            timer = startTimer(wait, for: waiter)
            // The task may have been cancelled before the waiter was entered.
            if Task.isCancelled { leave(waiter, with: .cancelled) }
        } onCancel: {
            leave(waiter, with: .cancelled)
        }
    }

    /// The server has refused a token: the next request gets another one.
    func refused(_ issued: Issued) {
        storage.withLock { $0.machine.refused(issued) }
    }

    private func enter(
        _ waiter: Int, _ continuation: NetworkContinuation<Issued>, _ clock: Client.Clock,
        replacing refused: Issued?
    ) {
        let action = storage.withLock { storage in
            let action = storage.machine.requested(by: waiter, replacing: refused, now: clock.now())
            if case .use = action { return action }
            storage.continuations[waiter] = continuation
            return action
        }
        switch action {
        case .use(let issued): continuation.resume(with: .success(issued))
        case .wait: break
        case .refresh(let token): startRefresh(of: token, clock)
        }
    }

    private func leave(_ waiter: Int, with error: NetworkError) {
        let continuation = storage.withLock { storage in
            storage.machine.left(waiter) ? storage.continuations.removeValue(forKey: waiter) : nil
        }
        continuation?.resume(with: .failure(error))
    }

    private func startTimer(_ wait: Wait, for waiter: Int) -> Task<Void, Never>? {
        guard let deadline = wait.deadline else { return nil }
        return Task(executorPreference: Client.Clock.executor) {
            guard (try? await deadline.wait()) != nil else { return }
            self.leave(waiter, with: deadline.error)
        }
    }

    /// Runs in its own task, so that no waiter's cancellation reaches it.
    private func startRefresh(of token: AccessToken?, _ clock: Client.Clock) {
        Task(executorPreference: Client.Clock.executor) {
            do {
                let fresh = try await Self.$refreshing.withValue(self) { try await self.refresh(token) }
                self.finish { machine in
                    let (issued, waiters) = machine.refreshed(fresh, now: clock.now())
                    return (.success(issued), waiters)
                }
            } catch {
                let failure =
                    error as? NetworkError
                    ?? NetworkError(
                        .middlewareFailed, "the token could not be refreshed", underlying: error)
                self.finish { (.failure(failure), $0.refreshFailed(of: token)) }
            }
        }
    }

    private func finish(
        _ change: (inout TokenMachine<Int>) -> (result: Result<Issued, NetworkError>, waiters: Set<Int>)
    ) {
        let (result, continuations) = storage.withLock { storage in
            let (result, waiters) = change(&storage.machine)
            // In the order in which they began to wait.
            return (result, waiters.sorted().compactMap { storage.continuations.removeValue(forKey: $0) })
        }
        for continuation in continuations { continuation.resume(with: result) }
    }
}
