/// What an exchange without a connection waits for.
package struct MissingConnection: Sendable, Hashable {
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        case allInUse = "the request waited for a free connection"
        case nameLookup = "the name lookup did not finish"
        case connecting = "the host did not respond"
        case handshake = "the TLS handshake did not finish"
        case another = "another request was connecting"
    }

    /// Host and port.
    package let authority: String
    package let reason: Reason
    /// Whether the request was sent before, on a connection that was lost.
    package let wasSent: Bool

    package init(to authority: String, _ reason: Reason, wasSent: Bool = false) {
        self.authority = authority
        self.reason = reason
        self.wasSent = wasSent
    }
}

extension NetworkError {
    /// A limit passed before a connection was made.
    package static func timedOut(
        _ phase: Timeouts.Phase, after limit: Duration, lacking connection: MissingConnection
    ) -> Self {
        NetworkError(
            .timedOut,
            "no connection was made to \(connection.authority) within \(limit.shortText) (\(phase.rawValue) limit): "
                + connection.reason.rawValue,
            phase: phase, mayHaveBeenProcessed: connection.wasSent ? nil : false)
    }
}
