import Curlew
import CurlewTesting

/// Throws unless the values are equal.
func expect<Value: Equatable>(
    _ what: String, _ observed: Value, is expected: Value
) throws(ConformanceFailure) {
    guard observed != expected else { return }
    throw ConformanceFailure(
        expected: "\(what): \(String(describing: expected))", observed: String(describing: observed))
}

/// Throws unless the condition holds.
func expect(
    _ what: String, _ condition: Bool, observed: @autoclosure () -> String
) throws(ConformanceFailure) {
    if !condition { throw ConformanceFailure(expected: what, observed: observed()) }
}

/// Returns the error if the work fails with one of the codes; throws otherwise.
@discardableResult
func expectError<Value>(
    _ codes: NetworkError.Code..., from work: () async throws -> Value
) async throws(ConformanceFailure) -> NetworkError {
    try await expectError(codes, from: work)
}

/// Returns the error if the work fails with one of the codes; throws otherwise.
@discardableResult
func expectError<Value>(
    _ codes: [NetworkError.Code], from work: () async throws -> Value
) async throws(ConformanceFailure) -> NetworkError {
    let expected = codes.map(\.description).joined(separator: " or ")
    do {
        let value = try await work()
        throw ConformanceFailure(expected: expected, observed: "success with \(value)")
    } catch let error as NetworkError {
        guard codes.contains(error.code) else {
            throw ConformanceFailure(expected: expected, observed: error.description)
        }
        return error
    } catch {
        throw ConformanceFailure(error)
    }
}

/// Runs the work; throws unless its duration is within the range.
func expectDuration<Value>(
    _ range: ClosedRange<Duration>, of work: () async throws -> Value
) async throws -> Value {
    let start = ContinuousClock.now
    let value = try await work()
    let duration = ContinuousClock.now - start
    try expect(
        "an end after \(range.lowerBound.shortText) to \(range.upperBound.shortText)",
        range.contains(duration),
        observed: "after \(duration.shortText)")
    return value
}

/// Throws unless the server's condition becomes true within the limit.
func expectSeen(
    _ what: String, by server: LoopbackServer, within limit: Duration = .seconds(5),
    _ condition: @Sendable (LoopbackServer.Snapshot) -> Bool
) async throws(ConformanceFailure) {
    guard await server.waitUntil(within: limit, condition) else {
        throw ConformanceFailure(
            expected: "\(what) within \(limit.shortText)", observed: "it did not happen")
    }
}

/// Throws unless the number stays the same for 200 ms at some time within two seconds.
func expectStill(_ what: String, _ number: () -> Int) async throws {
    var last = number()
    for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(200))
        let next = number()
        if next == last { return }
        last = next
    }
    throw ConformanceFailure(expected: "\(what) to stop growing", observed: "\(last) and rising")
}
