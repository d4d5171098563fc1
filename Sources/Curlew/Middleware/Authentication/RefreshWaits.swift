/// Records which refreshes wait for which others, so that none ever waits for itself.
struct RefreshWaits<Source: Hashable> {
    /// The refreshes that each one waits for, repeated if it waits in several tasks.
    private var waits: [Source: [Source]] = [:]

    /// Adds a wait for another source's refresh; returns false if that one waits for this one, directly or through
    /// others.
    mutating func begin(_ source: Source, for other: Source) -> Bool {
        guard !leads(from: other, to: source) else { return false }
        waits[source, default: []].append(other)
        return true
    }

    /// Removes a wait.
    mutating func end(_ source: Source, for other: Source) {
        guard let index = waits[source]?.firstIndex(of: other) else { return }
        waits[source]?.remove(at: index)
        if waits[source]?.isEmpty == true { waits[source] = nil }
    }

    /// Terminates, since `begin` admits no cycle.
    private func leads(from start: Source, to end: Source) -> Bool {
        start == end || waits[start]?.contains { leads(from: $0, to: end) } == true
    }
}
