/// Which names are looked up, and who waits for them: each name once at a time, and few at once.
///
/// Every lookup takes a thread until it has ended.
struct LookupQueue<Name: Hashable> {
    private let most: Int
    private var underWay: Set<Name> = []
    private var waiting: [(slot: Int, name: Name)] = []

    init(most: Int = 32) {
        self.most = most
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// A transfer waits for a name; returns whether the name's lookup begins now.
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

    /// Takes the first transfer that waits for a name out of the queue.
    mutating func takeFirst(for name: Name) -> Int? {
        waiting.firstIndex { $0.name == name }.map { waiting.remove(at: $0).slot }
    }

    /// A lookup has ended: returns who has waited for it, in order, and the name whose lookup begins in its place.
    mutating func ended(_ name: Name) -> (waiting: [Int], next: Name?) {
        underWay.remove(name)
        let released = waiting.filter { $0.name == name }.map(\.slot)
        waiting.removeAll { $0.name == name }
        let next = waiting.first { !underWay.contains($0.name) }?.name
        if let next { underWay.insert(next) }
        return (released, next)
    }
}
