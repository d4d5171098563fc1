/// A figure over the rounds.
struct Spread: Codable, Sendable {
    let median: Double
    let min: Double
    let max: Double

    /// Nil without values.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        min = first
        max = last
        let middle = sorted.count / 2
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The median and, in brackets, the range.
    func text(digits: Int) -> String {
        "\(median.text(digits: digits)) (\(min.text(digits: digits))–\(max.text(digits: digits)))"
    }
}

extension Double {
    /// With that many decimal places.
    func text(digits: Int) -> String {
        guard isFinite else { return "–" }
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((self * Double(scale)).rounded())
        let whole = "\(scaled < 0 ? "-" : "")\(scaled.magnitude / scale.magnitude)"
        guard digits > 0 else { return whole }
        let fraction = String(scaled.magnitude % scale.magnitude)
        return "\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
