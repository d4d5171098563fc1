import Curlew

/// Counts what one side has done, for the other side to see.
final class Gate: Sendable {
    private let count = Lock(0)

    var passed: Int { count.withLock { $0 } }

    func pass(_ number: Int = 1) { count.withLock { $0 += number } }
}
