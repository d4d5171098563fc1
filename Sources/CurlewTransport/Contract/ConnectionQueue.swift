/// Decides which request may use a connection and which waits: a limit for each host and one for all, first come,
/// first served.
///
/// A request waits only for the limit that blocks it: a request to a free host overtakes those that wait for a full
/// one. No I/O, no lock, no await.
package struct ConnectionQueue<Waiter: Hashable & Sendable>: Sendable {
    private let perHost: Int?
    private let inAll: Int?
    private var used: [String: Int] = [:]
    private var usedInAll = 0
    private var waiting: [(waiter: Waiter, host: String)] = []

    package init(perHost: Int?, inAll: Int?) {
        self.perHost = perHost
        self.inAll = inAll
    }

    /// Whether there is any limit; without one, callers need not count connections.
    package var isLimited: Bool { perHost != nil || inAll != nil }

    /// Requests a connection; returns true if it can be used at once, otherwise queues the waiter.
    package mutating func request(_ waiter: Waiter, host: String) -> Bool {
        guard hasRoom(for: host) else {
            waiting.append((waiter, host))
            return false
        }
        take(host)
        return true
    }

    /// Frees a connection; returns the waiter that may use it now, at most one.
    package mutating func release(host: String) -> [Waiter] {
        usedInAll -= 1
        let count = (used[host] ?? 1) - 1
        used[host] = count > 0 ? count : nil
        guard let index = waiting.firstIndex(where: { hasRoom(for: $0.host) }) else { return [] }
        let next = waiting.remove(at: index)
        take(next.host)
        return [next.waiter]
    }

    /// Removes a waiter; returns false if it was not waiting.
    package mutating func cancel(_ waiter: Waiter) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.waiter == waiter }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Removes all waiters for a host, in order, without a connection.
    package mutating func removeAll(host: String) -> [Waiter] {
        defer { waiting.removeAll { $0.host == host } }
        return waiting.filter { $0.host == host }.map(\.waiter)
    }

    private func hasRoom(for host: String) -> Bool {
        (inAll.map { usedInAll < $0 } ?? true) && (perHost.map { used[host] ?? 0 < $0 } ?? true)
    }

    private mutating func take(_ host: String) {
        used[host, default: 0] += 1
        usedInAll += 1
    }
}
