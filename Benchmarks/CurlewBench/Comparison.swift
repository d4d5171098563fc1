/// All subjects at one work, in an order that reverses from round to round.
struct Comparison {
    let work: Work
    let subjects: [any Subject]
    let rounds: Int
    let servers: Servers
    let repeats: Repeats

    func rows() async -> [Row] {
        var samples: [String: [Sample]] = [:]
        for subject in subjects where !work.isLarge && !work.isWaiting {
            _ = await subject.run(work.limited(to: min(work.total, 500)))
        }
        for round in 0..<rounds {
            StandardError.write("\(work.name): round \(round + 1) of \(rounds)\n")
            for subject in round.isMultiple(of: 2) ? subjects : subjects.reversed() {
                let part = work.limited(to: max(1, work.total / subject.slowness))
                let sample = await repeats.sample {
                    await Sample.take(of: subject, doing: part, on: servers)
                }
                samples[subject.name, default: []].append(sample)
            }
        }
        return subjects.compactMap { subject in
            Row(
                work, subject.name, samples: samples[subject.name] ?? [],
                reference: samples[Subjects.reference] ?? [])
        }
    }
}
