/// The names that are looked up, and the transfers that wait for them: each name once at a time, and few in parallel.
///
/// Every lookup occupies a thread until it ends.
struct LookupQueue<Name: Hashable> {
    private let most: Int
    private var underWay: Set<Name> = []
    private var waiting: [(slot: Int, name: Name)] = []

    init(most: Int = 32) {
        self.most = most
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// A transfer waits for a name; returns whether the name's lookup starts now.
    mutating func wait(_ slot: Int, for name: Name) -> Bool {
        waiting.append((slot, name))
        return underWay.count < most && underWay.insert(name).inserted
    }

    /// A transfer waits no longer.
    ///
    /// A lookup that has begun continues: nothing ends its thread.
    mutating func cancel(_ slot: Int) {
        if let index = waiting.firstIndex(where: { $0.slot == slot }) { waiting.remove(at: index) }
    }

    /// Removes the first transfer that waits for a name from the queue.
    mutating func takeFirst(for name: Name) -> Int? {
        waiting.firstIndex { $0.name == name }.map { waiting.remove(at: $0).slot }
    }

    /// A lookup has ended: returns the transfers that waited for it, in order, and the name whose lookup starts
    /// instead.
    mutating func ended(_ name: Name) -> (waiting: [Int], next: Name?) {
        underWay.remove(name)
        let released = waiting.filter { $0.name == name }.map(\.slot)
        waiting.removeAll { $0.name == name }
        let next = waiting.first { !underWay.contains($0.name) }?.name
        if let next { underWay.insert(next) }
        return (released, next)
    }
}
