/// Parses the lines of an event stream into events (WHATWG HTML §9.2.6).
struct EventParser: Sendable {
    /// The most bytes of an event's data.
    let limit: Int
    /// The id that a new connection continues after: that of the last complete event or empty line.
    private(set) var lastEventID: String
    /// How long the server asks a client to wait before it reconnects; nil if it has not.
    private(set) var retryTime: Duration?
    private var name = ""
    private var data: [UInt8] = []
    private var pendingID: String

    init(limit: Int, lastEventID: String = "") {
        self.limit = limit
        self.lastEventID = lastEventID
        pendingID = lastEventID
    }

    /// Takes a line without its ending; the empty line after an event with data returns the event.
    ///
    /// Throws `.bodyTooLarge`.
    mutating func lineReceived(_ line: [UInt8]) throws(NetworkError) -> ServerSentEvent? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            if line.isEmpty { return dispatch() }
            try fieldReceived(line[...], value: [])
            return nil
        }
        // A line that starts with a colon is a comment.
        guard colon > 0 else { return nil }
        let value = line[(colon + 1)...]
        try fieldReceived(line[..<colon], value: value.first == UInt8(ascii: " ") ? value.dropFirst() : value)
        return nil
    }

    /// The connection has ended: an incomplete event is dropped, since the server sends it again.
    mutating func connectionEnded() {
        (name, data, pendingID) = ("", [], lastEventID)
    }

    private mutating func fieldReceived(
        _ field: ArraySlice<UInt8>, value: ArraySlice<UInt8>
    ) throws(NetworkError) {
        if field.elementsEqual("data".utf8) {
            try dataReceived(value)
        } else if field.elementsEqual("event".utf8) {
            name = String(decoding: value, as: UTF8.self)
        } else if field.elementsEqual("id".utf8) {
            if !value.contains(0) { pendingID = String(decoding: value, as: UTF8.self) }
        } else if field.elementsEqual("retry".utf8) {
            retryReceived(value)
        }
    }

    private mutating func dataReceived(_ value: ArraySlice<UInt8>) throws(NetworkError) {
        guard data.count + value.count <= limit else {
            throw NetworkError(.bodyTooLarge, "an event has more than \(limit) bytes")
        }
        data += value
        data.append(UInt8(ascii: "\n"))
    }

    /// In milliseconds; a value that overflows is ignored.
    private mutating func retryReceived(_ value: ArraySlice<UInt8>) {
        guard !value.isEmpty, value.allSatisfy(\.isASCIIDigit),
            let milliseconds = Int64(String(decoding: value, as: UTF8.self))
        else { return }
        retryTime = .milliseconds(milliseconds)
    }

    private mutating func dispatch() -> ServerSentEvent? {
        lastEventID = pendingID
        defer { (name, data) = ("", []) }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            name: name.isEmpty ? "message" : name, data: String(decoding: data.dropLast(), as: UTF8.self),
            lastEventID: lastEventID)
    }
}
