/// Who may use a connection: so many at a time for one host, the others in the order in which they came.
///
/// URLSession counts only the connections of one session, and this transport has many.
struct ConnectionSlots<Waiter> {
    private struct Host {
        var used = 0
        var waiting: [Waiter] = []
    }

    private let limit: Int
    private var hosts: [String: Host] = [:]

    /// - Parameter limit: the number for one host; none when it is not positive.
    init(limit: Int) {
        self.limit = limit > 0 ? limit : .max
    }

    /// Takes a slot, or waits for one; answers whether it was taken.
    mutating func take(for host: String, _ waiter: Waiter) -> Bool {
        let isFree = hosts[host, default: Host()].used < limit
        if isFree { hosts[host, default: Host()].used += 1 } else { hosts[host]?.waiting.append(waiter) }
        return isFree
    }

    /// Gives a slot back; answers who has it now, the first who waits and still wants it.
    mutating func giveBack(for host: String, stillWants: (Waiter) -> Bool) -> Waiter? {
        guard var entry = hosts[host] else { return nil }
        let next = entry.waiting.firstIndex(where: stillWants)
        let waiter = next.map { entry.waiting[$0] }
        entry.waiting.removeFirst(next.map { $0 + 1 } ?? entry.waiting.count)
        if waiter == nil { entry.used -= 1 }
        hosts[host] = entry.used == 0 ? nil : entry
        return waiter
    }
}
