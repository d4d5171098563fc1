extension Figure {
    /// CPU time that a client adds to each send; the lowest of several rounds, since other processes only add to it.
    static let client = Figure(name: "client") { _ in
        let overhead = ClientOverhead(rounds: 5)
        return [
            bound(3, await overhead.samples(of: ClientOverhead.bare), "client-bare"),
            bound(10, await overhead.samples(of: ClientOverhead.full), "client-full"),
        ]
    }

    private static func bound(_ limit: Double, _ samples: [Sample], _ name: String) -> Bound {
        let costs = samples.map { $0.perUnit($0.usage.cpu) }
        return .atMost(limit, "µs", "\(name), CPU for each send", costs.min() ?? .nan)
    }
}
