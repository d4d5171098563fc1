/// The figures of one subject at one work, over all rounds.
struct Row: Codable, Sendable {
    let work: String
    let subject: String
    /// The number of concurrent exchanges.
    let concurrency: Int
    /// The unit of rates and costs: `request` or `MiB`.
    let unit: String
    /// Units per second.
    let rate: Spread
    /// Microseconds of this process's CPU per unit: total, user and system.
    let cpu: Spread
    let user: Spread
    let system: Spread
    /// Microseconds.
    let p50: Spread
    let p99: Spread
    let longest: Spread
    /// MiB: the most memory that was resident, and its growth during a round.
    let peak: Spread
    let growth: Spread
    /// Per unit.
    let switches: Spread
    /// Connections that the server has accepted; nil if it does not count them.
    let connections: Spread?
    /// Rate, CPU and p50 as ratios to the reference's in the same round; nil without a reference.
    let rateRatio: Spread?
    let cpuRatio: Spread?
    let p50Ratio: Spread?
    /// Exchanges that failed or had an unexpected response.
    let failures: Int
    /// Requests that the server counted too many or too few.
    let miscounted: Int
    /// Rounds in which other processes were too busy.
    let disturbedRounds: Int
}

extension Row {
    /// Nil without samples; `reference` has one sample for each of the subject's.
    init?(_ work: Work, _ subject: String, samples: [Sample], reference: [Sample]) {
        let spread = { (figure: (Sample) -> Double) in Spread(samples.map(figure)) }
        let ratio = { (figure: (Sample) -> Double) in
            Spread(zip(samples, reference).map { figure($0) / figure($1) })
        }
        guard let rate = spread(\.rate), let cpu = spread({ $0.perUnit($0.usage.cpu) }),
            let user = spread({ $0.perUnit($0.usage.user) }),
            let system = spread({ $0.perUnit($0.usage.system) }),
            let p50 = spread({ $0.latency(part: 0.5) }), let p99 = spread({ $0.latency(part: 0.99) }),
            let longest = spread({ $0.latency(part: 1) }), let peak = spread({ $0.mebibytes(\.peak) }),
            let growth = spread({ $0.mebibytes(\.growth) }),
            let switches = spread({ Double($0.usage.switches) / $0.unitCount })
        else { return nil }
        self.init(
            work: work.name, subject: subject, concurrency: work.concurrency,
            unit: work.isLarge ? "MiB" : "request", rate: rate, cpu: cpu, user: user, system: system,
            p50: p50, p99: p99, longest: longest, peak: peak, growth: growth, switches: switches,
            connections: Spread(samples.compactMap { $0.connections.map(Double.init) }),
            rateRatio: ratio(\.rate), cpuRatio: ratio { $0.perUnit($0.usage.cpu) },
            p50Ratio: ratio { $0.latency(part: 0.5) },
            failures: samples.reduce(0) { $0 + $1.tally.failures },
            miscounted: samples.reduce(0) { $0 + $1.miscounted },
            disturbedRounds: samples.count(where: \.isDisturbed))
    }
}

extension Sample {
    fileprivate func mebibytes(_ bytes: KeyPath<Sample, Int>) -> Double {
        Double(self[keyPath: bytes]) / Double(1 << 20)
    }

    fileprivate var miscounted: Int { served.map { abs($0 - tally.latencies.count) } ?? 0 }
}
