import Synchronization

/// Counts how often a send has reached the exchange.
final class AttemptCounter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
