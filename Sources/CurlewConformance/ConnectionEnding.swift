package import CurlewTesting

/// The ways in which a server ends the connection behind its first answer.
package enum ConnectionEnding: String, CaseIterable, Sendable {
    case atOnce = "closes at once"
    case later = "closes after 300 ms"
    case atRequest = "closes at the request"
    case resetAtRequest = "resets at the request"
    case announced = "says close"

    /// Whether the connection is there until the next request has come.
    package var isAtRequest: Bool { self == .atRequest || self == .resetAtRequest }

    /// Whether the next request will find the connection as it is to be found.
    package func isSeen(_ snapshot: LoopbackServer.Snapshot) -> Bool {
        isAtRequest || snapshot.openConnectionCount == 0
    }

    /// A server whose first connection ends so; the others go on.
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
