package import CurlewTesting

/// The ways in which a server ends the connection after its first response.
package enum ConnectionEnding: String, CaseIterable, Sendable {
    case atOnce = "closes at once"
    case later = "closes after 300 ms"
    case atRequest = "closes at the request"
    case resetAtRequest = "resets at the request"
    case announced = "says close"

    /// Whether the connection stays open until the next request has arrived.
    package var isAtRequest: Bool { self == .atRequest || self == .resetAtRequest }

    /// Whether the connection is in the state in which the next request must find it.
    package func isSeen(_ snapshot: LoopbackServer.Snapshot) -> Bool {
        isAtRequest || snapshot.openConnectionCount == 0
    }

    /// A server whose first connection ends this way; later ones stay open.
    package func server() throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                let isFirst = connection.index == 0
                let field = isFirst && self == .announced ? "Connection: close\r\n" : ""
                try connection.send("HTTP/1.1 200 OK\r\n\(field)Content-Length: 2\r\n\r\nok")
                if isFirst { return try end(connection) }
            }
        }
    }

    private func end(_ connection: LoopbackServer.Connection) throws {
        if self == .later { try connection.pause(.milliseconds(300)) }
        guard isAtRequest else { return }
        _ = try connection.readRequest()
        if self == .resetAtRequest { connection.reset() }
    }
}
