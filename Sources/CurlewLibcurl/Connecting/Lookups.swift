/// The running lookups, and the transfers that wait for them.
struct Lookups {
    private var queue = LookupQueue<HostName>()
    private var underWay: [Lookup] = []

    var count: Int { underWay.count }

    /// Whether any transfer waits.
    var areAwaited: Bool { !queue.isEmpty }

    /// A transfer waits for a name; returns whether the name's lookup starts now.
    mutating func wait(_ slot: Int, for name: HostName) -> Bool { queue.wait(slot, for: name) }

    /// A transfer waits no longer.
    mutating func cancel(_ slot: Int) { queue.cancel(slot) }

    /// Removes the first transfer that waits for a name from the queue.
    mutating func takeFirst(for name: HostName) -> Int? { queue.takeFirst(for: name) }

    mutating func began(_ lookup: Lookup) { underWay.append(lookup) }

    mutating func ended(_ lookup: Lookup) { underWay.removeAll { $0 === lookup } }

    /// A name's lookup has ended or cannot start: returns the transfers that waited for it, in order, and the name
    /// whose lookup starts instead.
    mutating func settled(_ name: HostName) -> (waiting: [Int], next: HostName?) { queue.ended(name) }

    /// Makes curl name the next address of each lookup that has refused one.
    func resume(on multi: borrowing MultiHandle) {
        for lookup in underWay where lookup.isStalled {
            lookup.resumed()
            multi.askForNextAddress(lookup.easy)
        }
    }

    /// Cancels all lookups.
    mutating func endAll(on multi: borrowing MultiHandle) {
        for lookup in underWay { multi.remove(lookup.easy) }
        underWay.removeAll()
    }
}
