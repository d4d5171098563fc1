import CCurl

/// libcurl stops reading from an HTTP/2 connection while it holds bytes for a transfer, and does not always resume
/// (curl#10988): a connection that has received bytes is read until it has none left.
///
/// Known until 8.0.1; active with every version, since a read without data costs little.
///
/// Row in `LibcurlHazard`: "HTTP/2 streams that are paused, resumed and aborted at the same time can leak or stall".
struct UnreadConnections {
    private var connections: Set<ConnectionEnds> = []

    var isEmpty: Bool { connections.isEmpty }

    /// A connection has received bytes of a response.
    mutating func note(_ ends: ConnectionEnds) { connections.insert(ends) }

    /// Makes curl read from the connections that have received bytes since the last call.
    mutating func drain(_ multi: borrowing MultiHandle, _ descriptor: (ConnectionEnds) -> Int32?) {
        guard !connections.isEmpty else { return }
        let noted = connections
        connections.removeAll()
        for ends in noted {
            if let descriptor = descriptor(ends) { multi.act(on: descriptor, events: CURL_CSELECT_IN) }
        }
    }
}
