/// Which refreshes wait for the end of which others, so that none ever waits for its own.
struct RefreshWaits<Source: Hashable> {
    /// For whom each one waits; more than once when it does so in several tasks.
    private var waits: [Source: [Source]] = [:]

    /// A refresh is to wait for that of another source; false when that one waits for it, also by way of others.
    mutating func begin(_ source: Source, for other: Source) -> Bool {
        guard !leads(from: other, to: source) else { return false }
        waits[source, default: []].append(other)
        return true
    }

    /// The wait is over.
    mutating func end(_ source: Source, for other: Source) {
        guard let index = waits[source]?.firstIndex(of: other) else { return }
        waits[source]?.remove(at: index)
        if waits[source]?.isEmpty == true { waits[source] = nil }
    }

    /// Ends, since what would close a circle is not taken in.
    private func leads(from start: Source, to end: Source) -> Bool {
        start == end || waits[start]?.contains { leads(from: $0, to: end) } == true
    }
}
