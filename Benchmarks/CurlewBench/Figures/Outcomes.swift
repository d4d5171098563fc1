import Curlew

/// The number of exchanges for each way to end.
struct Outcomes: Sendable {
    var successes = 0
    /// The failures that are expected.
    var expectedFailures = 0
    var otherFailures: [String: Int] = [:]

    var count: Int { successes + expectedFailures + otherFailures.values.reduce(0, +) }

    /// Counts one exchange.
    mutating func add(_ error: (any Error)?, expecting codes: NetworkError.Code...) {
        guard let error else {
            successes += 1
            return
        }
        guard let error = error as? NetworkError, codes.contains(error.code) else {
            otherFailures["\(error)", default: 0] += 1
            return
        }
        expectedFailures += 1
    }

    mutating func add(_ other: Outcomes) {
        successes += other.successes
        expectedFailures += other.expectedFailures
        otherFailures.merge(other.otherFailures, uniquingKeysWith: +)
    }

    /// Every exchange has ended once, successfully or as expected.
    func bounds(_ title: String, of expectedCount: Int) -> [Bound] {
        [
            .equal(expectedCount, "\(title), exchanges that ended", count),
            .equal([:], "\(title), unexpected failures", otherFailures),
            Bound(
                title: "\(title), both outcomes seen", isMet: successes > 0 && expectedFailures > 0,
                text: "\(successes) responses, \(expectedFailures) expected failures"),
        ]
    }
}
