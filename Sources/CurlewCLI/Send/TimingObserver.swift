import Curlew

/// Prints a waterfall on standard error for each attempt.
struct TimingObserver: ClientObserver {
    func observe(_ event: ClientEvent) {
        guard event.kind == .ended || event.kind == .failed else { return }
        let outcome = event.error.map { "\($0.code)" } ?? event.status.map { "\($0.code)" } ?? ""
        let waterfall = Waterfall(event.metrics ?? TransferMetrics(), elapsed: event.elapsed)
        StandardStreams.writeError("\(event.method) \(event.url) \(outcome)\n\(waterfall.text)")
    }
}
