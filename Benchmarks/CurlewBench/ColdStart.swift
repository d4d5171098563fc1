import Foundation
import PlainLoop

/// The time from the start of `curlew-probe` over its first response to its end, and its size.
struct ColdStart {
    /// A stripped build.
    let program: String
    let rounds: Int
    let servers: Servers
    let repeats: Repeats

    static let name = "cold start"
    static let subject = "curlew-probe"
    private static let startsPerRound = 40

    /// From the start of the process to its end, with one request.
    @concurrent
    func rows() async -> [Row] {
        let work = Work(
            name: Self.name, url: "\(servers.url)/json", concurrency: 1, total: Self.startsPerRound)
        var samples: [Sample] = []
        for round in 0..<rounds {
            StandardError.write("\(work.name): round \(round + 1) of \(rounds)\n")
            samples.append(await repeats.sample { sample(work) })
        }
        return Row(work, Self.subject, samples: samples, reference: []).map { [$0] } ?? []
    }

    /// MB of the program's file; nil if it cannot be read.
    var size: Double? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: program)
        return (attributes?[.size] as? Int).map { Double($0) / 1e6 }
    }

    private func sample(_ work: Work) -> Sample {
        var tally = Tally()
        var usage = Usage(user: 0, system: 0)
        let start = MonotonicClock.nanoseconds
        let before = OtherProcesses(server: servers.processIdentifier)
        for _ in 0..<work.total {
            var result = program_start_result()
            if unsafe program_start(program, work.url, &result) != 0 { tally.failures += 1 }
            tally.latencies.append(result.nanoseconds)
            usage.user += result.user
            usage.system += result.system
        }
        let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
        let others = before.seconds(until: OtherProcesses(server: servers.processIdentifier)) - usage.cpu
        var sample = Sample(unitCount: work.unitCount, seconds: seconds, usage: usage, tally: tally)
        sample.others = others / seconds
        return sample
    }
}
