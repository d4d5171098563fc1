/// The token in use and the waiters for the next one; at most one refresh runs at a time.
///
/// `given` → `valid` when a client is made; `stale` → `refreshing` when a token is requested; `refreshing` → `valid`
/// or, when the refresh fails, `stale`; `valid` → `refreshing` when the token is expired or was refused, → `stale`
/// when it was refused and no waiter is left. No I/O, no lock, no await.
struct TokenMachine<Waiter: Hashable & Sendable>: Sendable {
    /// A token with its generation: one that was replaced meanwhile is not replaced again.
    struct Issued: Sendable, Equatable {
        let token: AccessToken
        let generation: Int
        /// Nil for as long as the server accepts it.
        private let expiry: ContinuousClock.Instant?

        init(token: AccessToken, generation: Int, now: ContinuousClock.Instant) {
            self.token = token
            self.generation = generation
            expiry = token.lifetime.flatMap { $0.end(from: now) }
        }

        func isExpired(at now: ContinuousClock.Instant) -> Bool { expiry.map { $0 <= now } ?? false }
    }

    private enum State {
        /// Before a clock is known at which its lifetime could begin.
        case given(AccessToken)
        case stale(AccessToken?)
        case valid(Issued)
        case refreshing
    }

    /// What a caller that requests a token must do.
    enum Action: Equatable {
        case use(Issued)
        case wait
        /// Waits, and starts the refresh of that token.
        case refresh(AccessToken?)
    }

    private var state: State
    /// The waiters for the refresh.
    private var waiters: Set<Waiter> = []
    private var generation = 0

    init(_ token: AccessToken?) {
        state = token.map(State.given) ?? .stale(nil)
    }

    /// A client uses the machine: starts the lifetime of the first token, unless it has started.
    mutating func begun(now: ContinuousClock.Instant) {
        guard case .given(let token) = state else { return }
        state = .valid(Issued(token: token, generation: generation, now: now))
    }

    /// The token in use; nil if there is none, or it is expired or the refused one.
    func usable(replacing refused: Issued?, now: ContinuousClock.Instant) -> Issued? {
        guard case .valid(let issued) = state, issued.generation != refused?.generation else { return nil }
        return issued.isExpired(at: now) ? nil : issued
    }

    /// A token other than the refused one is requested.
    mutating func requested(
        by waiter: Waiter, replacing refused: Issued?, now: ContinuousClock.Instant
    ) -> Action {
        if let issued = usable(replacing: refused, now: now) { return .use(issued) }
        switch state {
        case .given(let token): return refresh(token, for: waiter)
        case .stale(let token): return refresh(token, for: waiter)
        case .valid(let issued): return refresh(issued.token, for: waiter)
        case .refreshing:
            waiters.insert(waiter)
            return .wait
        }
    }

    /// Removes a waiter while the refresh continues; returns false if it was not waiting.
    mutating func left(_ waiter: Waiter) -> Bool { waiters.remove(waiter) != nil }

    /// The server has refused a token.
    mutating func refused(_ issued: Issued) {
        if case .valid(let current) = state, current == issued { state = .stale(issued.token) }
    }

    /// The refresh has succeeded; returns the waiters that get the token.
    mutating func refreshed(
        _ token: AccessToken, now: ContinuousClock.Instant
    ) -> (issued: Issued, waiters: Set<Waiter>) {
        generation += 1
        let issued = Issued(token: token, generation: generation, now: now)
        return (issued, endRefresh(.valid(issued)))
    }

    /// The refresh of a token has failed; returns the waiters that get its error.
    ///
    /// The next request starts another one.
    mutating func refreshFailed(of token: AccessToken?) -> Set<Waiter> { endRefresh(.stale(token)) }

    private mutating func refresh(_ token: AccessToken?, for waiter: Waiter) -> Action {
        state = .refreshing
        waiters = [waiter]
        return .refresh(token)
    }

    private mutating func endRefresh(_ next: State) -> Set<Waiter> {
        state = next
        defer { waiters = [] }
        return waiters
    }
}
