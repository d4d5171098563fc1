/// One measured value and what it is held to.
struct Bound: Sendable {
    let title: String
    let isKept: Bool
    let text: String
    /// Whether it depends on what else the machine does.
    var isTime = false

    /// A value that is not to exceed a limit, in seconds (`s`), milliseconds (`ms`) or another unit.
    static func atMost(_ limit: Double, _ unit: String, _ title: String, _ value: Double) -> Bound {
        Bound(
            title: title, isKept: value <= limit,
            text: "\(value.text(digits: 1)) \(unit), at most \(limit.text(digits: 0)) \(unit)",
            isTime: ["s", "ms"].contains(unit))
    }

    /// A count that is not to exceed a limit.
    static func atMost(_ limit: Int, _ title: String, _ value: Int) -> Bound {
        Bound(title: title, isKept: value <= limit, text: "\(value), at most \(limit)")
    }

    /// A value that is to be exactly another.
    static func equal<Value: Equatable>(_ expected: Value, _ title: String, _ value: Value) -> Bound {
        Bound(
            title: title, isKept: value == expected,
            text: value == expected ? "\(value)" : "\(value), to be \(expected)")
    }

    var line: String { "\(isKept ? "ok  " : "FAIL") \(title): \(text)" }
}
