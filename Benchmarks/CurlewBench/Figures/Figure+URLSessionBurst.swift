extension Figure {
    /// The first 250 requests of a process, all at once, 20 times; the other transport for comparison.
    static let urlSessionBurst = Figure(name: "urlsession-burst") { server, share in
        var bounds: [Bound] = []
        for transport in ["urlsession", "libcurl"] {
            let rounds = StallRounds(.burst, over: transport, on: server)
            let reports = try await rounds.reports(of: max(1, Int(20 * share)))
            bounds.append(.equal(0, "\(rounds.title), freezes", reports.count { $0 == nil }))
            bounds += rounds.longest(of: reports.compactMap(\.self), end: nil, slowest: 2_000, stop: 100)
        }
        return bounds
    }
}
