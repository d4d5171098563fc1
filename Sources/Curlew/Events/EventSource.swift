/// The source of an event stream.
struct EventSource: Sendable {
    /// Connects; throws for a response that is not an event stream.
    typealias Connect =
        @Sendable (
            _ lastEventID: String, _ deadline: SendDeadline?
        ) async throws(NetworkError) -> EventConnection

    let reconnection: EventReconnection
    let lastEventID: String
    /// The most bytes of a line, and of the data of an event.
    let limit: Int
    let timeouts: Timeouts
    let clock: Client.Clock
    let connect: Connect
}
