/// One event of a server's event stream (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is; `message` unless the server says otherwise.
    public var name: String
    /// What it carries; several `data` lines are joined by line feeds.
    public var data: String
    /// The last id that the server has given by then, which a new connection goes on from; empty without one.
    public var lastEventID: String

    /// Makes an event, as a test needs it.
    public init(name: String = "message", data: String, lastEventID: String = "") {
        self.name = name
        self.data = data
        self.lastEventID = lastEventID
    }
}
