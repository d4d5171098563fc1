/// The figures of one subject at one work, over all rounds.
struct Row: Encodable, Sendable {
    let work: String
    let subject: String
    /// What `rate` and `cpu` count: `request` or `MiB`.
    let unit: String
    /// Units per second.
    let rate: Spread
    /// Microseconds of this process's CPU per unit.
    let cpu: Spread
    /// Microseconds.
    let p50: Spread
    /// Microseconds.
    let p99: Spread
    /// Rate and CPU as multiples of the reference's in the same round; nil without a reference.
    let rateRatio: Spread?
    let cpuRatio: Spread?
    let failures: Int

    /// Nil without samples; `reference` has one sample for each of the subject's.
    init?(_ work: Work, _ subject: String, samples: [Sample], reference: [Sample]) {
        let units = { (sample: Sample) -> Double in
            work.isStreamed ? Double(work.length) / Double(1 << 20) : Double(sample.requests)
        }
        let rates = { (samples: [Sample]) in samples.map { $0.rate(of: units($0)) } }
        let cpus = { (samples: [Sample]) in samples.map { $0.cpu(per: units($0)) } }
        guard let rate = Spread(rates(samples)), let cpu = Spread(cpus(samples)),
            let p50 = Spread(samples.map { $0.latency(part: 0.5) }),
            let p99 = Spread(samples.map { $0.latency(part: 0.99) })
        else { return nil }
        self.work = work.name
        self.subject = subject
        unit = work.isStreamed ? "MiB" : "request"
        (self.rate, self.cpu, self.p50, self.p99) = (rate, cpu, p50, p99)
        rateRatio = Spread(zip(rates(samples), rates(reference)).map { $0 / $1 })
        cpuRatio = Spread(zip(cpus(samples), cpus(reference)).map { $0 / $1 })
        failures = samples.reduce(0) { $0 + $1.tally.failures }
    }
}
