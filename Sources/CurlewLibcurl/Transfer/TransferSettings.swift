import Curlew

/// A transport's configuration as its transfers need it, worked out once.
final class TransferSettings: Sendable {
    let configuration: TransportConfiguration
    /// Who vouches for servers, or why that cannot be known.
    let authorities: Result<Authorities, NetworkError>

    init(_ configuration: TransportConfiguration) {
        self.configuration = configuration
        authorities = Result { () throws(NetworkError) in try Authorities(configuration.tls.authorities) }
    }

    var verifiesServers: Bool { configuration.tls.verification == .full }

    /// Whole seconds, as curl counts them; at least one.
    var idleSeconds: Int { Self.seconds(configuration.idleLifetime) }
    var lifetimeSeconds: Int { Self.seconds(configuration.connectionLifetime) }

    private static func seconds(_ duration: Duration) -> Int {
        max(1, Int(min(duration.components.seconds, Int64(Int32.max))))
    }
}
