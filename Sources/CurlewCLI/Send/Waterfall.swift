import CommandSupport
import Curlew

/// The phases of a request as lines, each with a bar from its start to its end.
struct Waterfall {
    private struct Phase {
        let name: String
        let start: Duration
        let end: Duration
    }

    private var phases: [Phase] = []
    private let total: Duration

    private static let width = 40

    /// - Parameter elapsed: replaces the total if the transport has not measured it.
    init(_ metrics: TransferMetrics, elapsed: Duration) {
        total = max(metrics.total ?? elapsed, .microseconds(1))
        for (name, duration) in [
            ("queued", metrics.queued), ("name lookup", metrics.nameLookup), ("connect", metrics.connect),
            ("tls", metrics.tls), ("sending", metrics.sending),
        ] {
            if let duration, duration > .zero { add(name, until: end + duration) }
        }
        guard let firstByte = metrics.firstByte else { return }
        add("waiting", until: firstByte)
        add("receiving", until: total)
    }

    private var end: Duration { phases.last?.end ?? .zero }

    private mutating func add(_ name: String, until end: Duration) {
        let start = self.end
        phases.append(Phase(name: name, start: start, end: min(max(start, end), total)))
    }

    /// One line per phase, and one for the total.
    var text: String {
        let lines = phases.map { phase in
            "\(Self.cells(phase.name, phase.end - phase.start))  |\(bar(of: phase))|"
        }
        return (lines + [Self.cells("total", total)]).joined(separator: "\n")
    }

    private static func cells(_ name: String, _ duration: Duration) -> String {
        let time = "\(duration.roundedMilliseconds) ms"
        return "  " + name.padded(to: 11) + String(repeating: " ", count: max(1, 13 - time.count)) + time
    }

    private func bar(of phase: Phase) -> String {
        let start = min(column(phase.start), Self.width - 1)
        let end = max(start + 1, column(phase.end))
        return (String(repeating: " ", count: start) + String(repeating: "=", count: end - start))
            .padded(to: Self.width)
    }

    private func column(_ time: Duration) -> Int { Int((time / total * Double(Self.width)).rounded()) }
}

/// Prints a waterfall on standard error for each attempt.
struct TimingObserver: Client.Observer {
    func observe(_ event: Client.Event) {
        guard event.kind == .ended || event.kind == .failed else { return }
        let outcome = event.error.map { "\($0.code)" } ?? event.status.map { "\($0.code)" } ?? ""
        let waterfall = Waterfall(event.metrics ?? TransferMetrics(), elapsed: event.elapsed)
        StandardStreams.writeError("\(event.method) \(event.url) \(outcome)\n\(waterfall.text)")
    }
}

extension Duration {
    /// In milliseconds, with three decimal places.
    var roundedMilliseconds: Double { (self / .microseconds(1)).rounded() / 1000 }
}
