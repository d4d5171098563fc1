extension Figure {
    /// A fast body of 3 GB that is abandoned in each way, then four small requests, each time in a process of its own.
    static let urlSessionFreeze = Figure(name: "urlsession-freeze") { server, share in
        var bounds: [Bound] = []
        for start in StallRound.Start.allCases where start != .burst {
            let rounds = StallRounds(start, over: "urlsession", on: server)
            let reports = try await rounds.reports(of: max(1, Int((start == .outOfTime ? 50 : 20) * share)))
            bounds.append(.equal(0, "\(rounds.title), freezes", reports.count { $0 == nil }))
            bounds += rounds.longest(
                of: reports.compactMap(\.self), end: 50, slowest: 500, stop: 50)
        }
        return bounds
    }
}
