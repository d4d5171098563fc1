/// One event of a server's event stream (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event; `message` by default.
    public var name: String
    /// The event's data; several `data` lines are joined by line feeds.
    public var data: String
    /// The last id from the server so far, after which a new connection continues; empty without one.
    public var lastEventID: String

    /// Makes an event, for tests.
    public init(name: String = "message", data: String, lastEventID: String = "") {
        self.name = name
        self.data = data
        self.lastEventID = lastEventID
    }
}
