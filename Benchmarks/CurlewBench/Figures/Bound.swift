/// One measured value and its bound.
struct Bound: Sendable {
    let title: String
    let isMet: Bool
    let text: String
    /// Whether it depends on the load of the machine.
    var isTime = false

    /// A value with an upper limit, in seconds (`s`), milliseconds (`ms`) or another unit.
    static func atMost(_ limit: Double, _ unit: String, _ title: String, _ value: Double) -> Bound {
        Bound(
            title: title, isMet: value <= limit,
            text: "\(value.text(digits: 1)) \(unit), at most \(limit.text(digits: 0)) \(unit)",
            isTime: ["s", "ms"].contains(unit))
    }

    /// A count with an upper limit.
    static func atMost(_ limit: Int, _ title: String, _ value: Int) -> Bound {
        Bound(title: title, isMet: value <= limit, text: "\(value), at most \(limit)")
    }

    /// A value that must equal another.
    static func equal<Value: Equatable>(_ expected: Value, _ title: String, _ value: Value) -> Bound {
        Bound(
            title: title, isMet: value == expected,
            text: value == expected ? "\(value)" : "\(value), to be \(expected)")
    }

    var line: String { "\(isMet ? "ok  " : "FAIL") \(title): \(text)" }
}
