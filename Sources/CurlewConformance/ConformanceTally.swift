/// The number of outcomes of each kind.
struct ConformanceTally: Encodable {
    private(set) var pass = 0
    private(set) var deviation = 0
    private(set) var fail = 0

    init(_ outcomes: [ConformanceOutcome]) {
        for outcome in outcomes {
            switch outcome {
            case .pass: pass += 1
            case .deviation: deviation += 1
            case .fail: fail += 1
            }
        }
    }

    var count: Int { pass + deviation + fail }

    var text: String {
        let parts = [(pass, "pass"), (deviation, "deviation"), (fail, "FAIL")].filter { $0.0 > 0 }
        return parts.isEmpty ? "-" : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
