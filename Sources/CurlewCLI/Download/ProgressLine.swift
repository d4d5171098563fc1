import Curlew

/// One line about all downloads: name or number, part, bar, bytes, rate and time left.
struct ProgressLine {
    private let count: Int
    private var latest: [Int: TransferProgress] = [:]
    /// The downloads that have begun, after the bytes of an earlier run were verified.
    private var begun: Set<Int> = []
    /// Where downloads would resume, until a response confirms or rejects that.
    private var starts: [Int: Int64] = [:]
    private var ended: Set<Int> = []
    private var name = ""

    init(count: Int) {
        self.count = count
    }

    /// Adds a report; returns the offset at which the download resumes, once, when that is certain.
    ///
    /// The first report of a transfer comes before any response, the later ones after it: a download that starts over
    /// goes back.
    mutating func add(_ progress: TransferProgress, of name: String, at index: Int) -> Int64? {
        self.name = name
        latest[index] = progress
        guard progress.phase == .transferring else { return nil }
        guard !begun.insert(index).inserted else {
            if progress.completed > 0 { starts[index] = progress.completed }
            return nil
        }
        return starts.removeValue(forKey: index).flatMap { progress.completed >= $0 ? $0 : nil }
    }

    /// A download has ended: the total counts only the bytes that it has.
    mutating func ended(at index: Int) {
        ended.insert(index)
    }

    /// All downloads together; the total is known once each one has begun and knows its own, or has ended.
    private var sum: TransferProgress {
        let totals = (0..<count).compactMap { index in
            ended.contains(index) ? latest[index]?.completed ?? 0 : latest[index]?.total
        }
        return TransferProgress(
            completed: Self.sum(latest.values.map(\.completed)),
            total: totals.count == count ? Self.sum(totals) : nil,
            rate: latest.reduce(0) { sum, download in
                let isOver = ended.contains(download.key) || download.value.completed == download.value.total
                return sum + (isOver ? 0 : download.value.rate)
            })
    }

    /// Stops at the largest number instead of overflowing: servers can announce any length.
    private static func sum(_ counts: [Int64]) -> Int64 {
        counts.reduce(0) {
            let (sum, isTooLarge) = $0.addingReportingOverflow($1)
            return isTooLarge ? .max : sum
        }
    }

    private var isVerifying: Bool {
        latest.contains { !ended.contains($0.key) && $0.value.phase == .verifying }
    }

    private var label: String {
        guard count > 1 else { return name }
        return "\(latest.values.count { $0.completed == $0.total }) of \(count) files"
    }

    /// The line, two columns shorter for the `^C` that a terminal may add; a narrow one has no bar and a cut name.
    func text(width terminalWidth: Int) -> String {
        let width = terminalWidth - 2
        let sum = sum
        var figures = ByteCount.text(sum.completed)
        if let total = sum.total { figures += " of \(ByteCount.text(total))" }
        if sum.rate > 0 { figures += "  \(ByteCount.text(Int64(sum.rate)))/s" }
        if let left = sum.timeLeft, sum.completed != sum.total { figures += "  \(Self.clock(left)) left" }
        if isVerifying { figures += "  verifying" }
        let part = sum.fraction.map { Self.percentage($0) } ?? ""
        let label = label.count > 24 ? label.prefix(23) + "…" : label[...]
        let barLength = min(30, width - label.count - part.count - figures.count - 9)
        let bar = sum.fraction.flatMap { barLength >= 5 ? Self.bar($0, length: barLength) : nil }
        let parts = [String(label), part, bar ?? "", figures].filter { !$0.isEmpty }
        return String(parts.joined(separator: "  ").prefix(max(0, width - 1)))
    }

    private static func percentage(_ fraction: Double) -> String {
        // Only a complete download shows 100 %.
        let text = "\(Int(fraction * 100)) %"
        return String(repeating: " ", count: max(0, 5 - text.count)) + text
    }

    private static func bar(_ fraction: Double, length: Int) -> String {
        let done = Int(fraction * Double(length))
        return "[\(String(repeating: "#", count: done))\(String(repeating: "-", count: length - done))]"
    }

    private static func clock(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let rest = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return seconds < 3600 ? rest : "\(seconds / 3600):\(rest)"
    }
}
