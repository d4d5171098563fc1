import PlainLoop

extension Sample {
    /// Runs the subject and measures it.
    @concurrent
    static func take(of subject: any Subject, doing work: Work) async -> Sample {
        // Memory that earlier runs have freed would hide what this one needs.
        give_back_memory()
        let resident = (try? ProcessStatus.residentBytes()) ?? 0
        try? ProcessStatus.forgetPeak()
        let usage = Usage.now
        let start = MonotonicClock.nanoseconds
        let tally = await subject.run(work)
        let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
        var sample = Sample(
            unitCount: work.unitCount, seconds: seconds, usage: Usage.now - usage, tally: tally)
        sample.peak = (try? ProcessStatus.peakResidentBytes()) ?? 0
        sample.growth = max(0, sample.peak - resident)
        return sample
    }

    /// The same, with the counts of the server and the machine.
    @concurrent
    static func take(of subject: any Subject, doing work: Work, on servers: Servers) async -> Sample {
        let before = await ServerCount.settled(on: servers)
        let othersBefore = OtherProcesses(server: servers.processIdentifier)
        var sample = await take(of: subject, doing: work)
        let others = othersBefore.seconds(until: OtherProcesses(server: servers.processIdentifier))
        sample.others = others / sample.seconds
        if let before, let after = await ServerCount.settled(on: servers) {
            // The requests for the counts use one connection.
            sample.connections = after.count.connections - before.count.connections - 1
            sample.served = after.count.requests - before.count.requests - after.questions
        }
        return sample
    }
}
