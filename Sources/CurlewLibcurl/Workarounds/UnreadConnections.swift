import CCurl

/// libcurl stops reading from an HTTP/2 connection while it holds bytes for a transfer, and does not always continue by
/// itself (curl#10988): a connection that has brought bytes is read until none come.
///
/// Known until 8.0.1; active with every version, since a read that finds nothing costs little.
///
/// Row in `LibcurlHazard`: "HTTP/2 streams that are paused, resumed and aborted side by side can leak or stall".
struct UnreadConnections {
    private var connections: Set<ConnectionEnds> = []

    var isEmpty: Bool { connections.isEmpty }

    /// A connection has brought bytes of a response.
    mutating func note(_ ends: ConnectionEnds) { connections.insert(ends) }

    /// Has curl read on the connections that have brought bytes since the last call.
    mutating func readOn(_ multi: borrowing MultiHandle, _ descriptor: (ConnectionEnds) -> Int32?) {
        guard !connections.isEmpty else { return }
        let noted = connections
        connections.removeAll()
        for ends in noted {
            if let descriptor = descriptor(ends) { multi.act(on: descriptor, events: CURL_CSELECT_IN) }
        }
    }
}
