#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The values of an event stream, one for each event, across reconnections.
///
/// Each iteration makes its own connection. Cancelling the task or leaving the loop ends the iteration and its
/// connection. An event of more than 32 KiB is decoded off the caller's actor and executor.
public struct DecodedEvents<Value: Decodable & SendableMetatype>: AsyncSequence, Sendable {
    /// The value of an event's data.
    public typealias Element = Value
    /// Reading fails only with `NetworkError`.
    public typealias Failure = NetworkError

    let events: ServerSentEvents
    let end: String?
    let format: FailureFormat

    /// Starts reading; the connection is made by the first `next`.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(events: events.makeAsyncIterator(), end: end, format: format)
    }

    /// Reads value by value.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// Nil after the end, so that the connection is closed.
        private var events: ServerSentEvents.AsyncIterator?
        private let end: String?
        private let format: FailureFormat
        private var count = 0

        fileprivate init(events: ServerSentEvents.AsyncIterator, end: String?, format: FailureFormat) {
            self.events = events
            self.end = end
            self.format = format
        }

        /// The next value; nil after the last event.
        ///
        /// Throws `.failureReported` for an event that reports a failure, `.decodingFailed` for one that is not a value,
        /// `.incompleteBody` for an end of the stream, even by a 204, before its last event, and what reading events throws.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Value? {
            guard let event = try await events?.next(isolation: actor) else { return try finish() }
            count += 1
            do throws(NetworkError) {
                if event.data == end {
                    events = nil
                    return nil
                }
                return try await value(of: event, isolation: actor)
            } catch {
                let error = events?.attaching(error.reading(format)) ?? error
                events = nil
                throw error
            }
        }

        private mutating func finish() throws(NetworkError) -> Value? {
            defer { events = nil }
            guard let end, let events else { return nil }
            throw events.attaching(
                NetworkError(.incompleteBody, "the stream ended after \(count) events, without \(end)"))
        }

        private func value(
            of event: ServerSentEvent, isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> Value {
            let data = Data(event.data.utf8)
            guard event.name != "error" else {
                throw .failureReported("event \(count) of the stream is an error").keeping(data)
            }
            return try await format.value(Value.self, of: data, ("event", count))
        }
    }
}
