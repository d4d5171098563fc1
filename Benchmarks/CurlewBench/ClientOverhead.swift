import Curlew

/// The cost of a client over a transport that responds at once from memory: its sends minus the same sends without it.
struct ClientOverhead {
    let rounds: Int

    static let work = Work(
        name: "from memory", url: "http://127.0.0.1/json", concurrency: 1, total: 100_000)

    static let bare = MemoryClientSubject(name: "client-bare", configuration: .init(redirects: .doNotFollow))
    static let full = MemoryClientSubject(
        name: "client-full",
        configuration: .init(auth: .bearer("token"), retries: .standard, observers: [SilentObserver()]))

    func rows() async -> [Row] {
        var rows: [Row] = []
        for subject in [Self.bare, Self.full] {
            let samples = await samples(of: subject)
            if let row = Row(Self.work, subject.name, samples: samples, reference: []) { rows.append(row) }
        }
        return rows
    }

    /// One for each round, after a warm-up round.
    func samples(of subject: MemoryClientSubject) async -> [Sample] {
        let direct = DirectSubject()
        for subject in [direct, subject] as [any Subject] { _ = await subject.run(Self.work) }
        var samples: [Sample] = []
        for round in 0..<rounds {
            StandardError.write("\(subject.name): round \(round + 1) of \(rounds)\n")
            let base = await Sample.take(of: direct, doing: Self.work)
            samples.append(await Sample.take(of: subject, doing: Self.work).minus(base))
        }
        return samples
    }
}

/// Observes everything and does nothing.
private struct SilentObserver: Client.Observer {
    func observe(_ event: Client.Event) {}
}

extension Sample {
    /// The cost of this usage beyond another one.
    fileprivate func minus(_ base: Sample) -> Sample {
        Sample(
            unitCount: unitCount, seconds: seconds - base.seconds, usage: usage - base.usage, tally: tally)
    }
}
