/// What one run of one subject has cost.
struct Sample: Sendable {
    let requests: Int
    let seconds: Double
    /// CPU time of this process, in seconds.
    let cpu: Double
    let tally: Tally

    /// Runs the subject and measures it.
    @concurrent
    static func take(of subject: any Subject, doing work: Work) async -> Sample {
        let cpu = CPUTime.now
        let start = ContinuousClock.now
        let tally = await subject.run(work)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Sample(requests: work.total, seconds: seconds, cpu: CPUTime.now - cpu, tally: tally)
    }

    /// Per second.
    func rate(of unitCount: Double) -> Double { unitCount / seconds }

    /// Microseconds of CPU for each unit.
    func cpu(per unitCount: Double) -> Double { cpu * 1e6 / unitCount }

    /// The latency that a part of the exchanges did not exceed, in microseconds.
    func latency(part: Double) -> Double {
        let sorted = tally.latencies.sorted()
        guard !sorted.isEmpty else { return .nan }
        let index = min(sorted.count - 1, Int(Double(sorted.count) * part))
        return Double(sorted[index]) / 1e3
    }
}
