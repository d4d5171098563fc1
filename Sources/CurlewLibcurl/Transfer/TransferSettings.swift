import CurlewTransport

/// A transport's configuration as its transfers need it, worked out once.
final class TransferSettings: Sendable {
    let configuration: TransportConfiguration
    /// The environment is read here: on the loop's thread it may be changed meanwhile.
    private let systemAuthorities = SystemAuthorities.current
    private let checkedAuthorities = Lock<Authorities?>(nil)
    /// What lookups find in place of what the system knows, as CURLOPT_RESOLVE takes it.
    let nameOverrides: [String]
    /// How many seconds curl keeps what was looked up.
    let lookupSeconds: Int

    init(_ configuration: TransportConfiguration, nameOverrides: [String] = [], lookupSeconds: Int = 60) {
        self.configuration = configuration
        self.nameOverrides = nameOverrides
        self.lookupSeconds = lookupSeconds
    }

    /// Who vouches for servers; throws why that cannot be known, which may be otherwise the next time.
    ///
    /// They are read and checked for the first https request: a program that sends none starts sooner.
    func authorities() throws(NetworkError) -> Authorities {
        try checkedAuthorities.withLock { checked throws(NetworkError) in
            if let checked { return checked }
            let authorities = try Authorities(configuration.tls.authorities, system: systemAuthorities)
            checked = authorities
            return authorities
        }
    }

    var verifiesServers: Bool { configuration.tls.verification == .full }

    var lifetimes: ConnectionLifetimes {
        ConnectionLifetimes(
            idle: configuration.idleLifetime.nanoseconds ?? .max,
            total: configuration.connectionLifetime.nanoseconds ?? .max)
    }

    /// Whole seconds, as curl counts them; at least one.
    var idleSeconds: Int { Self.seconds(configuration.idleLifetime) }
    var lifetimeSeconds: Int { Self.seconds(configuration.connectionLifetime) }

    private static func seconds(_ duration: Duration) -> Int {
        let seconds = (duration.nanoseconds ?? .max) / 1_000_000_000
        return max(1, Int(min(seconds, Int64(Int32.max))))
    }
}
