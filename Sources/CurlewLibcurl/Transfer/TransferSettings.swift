import CurlewTransport

/// A transport's configuration in the form that its transfers need, computed once.
final class TransferSettings: Sendable {
    let configuration: TransportConfiguration
    /// The environment is read here: by the time the loop's thread runs it may have changed.
    private let systemAuthorities = SystemAuthorities.current
    private let checkedAuthorities = Lock<Authorities?>(nil)
    /// Overrides for name lookups, as CURLOPT_RESOLVE takes them.
    let nameOverrides: [String]
    /// How long curl caches lookups, in seconds.
    let lookupSeconds: Int

    init(_ configuration: TransportConfiguration, nameOverrides: [String] = [], lookupSeconds: Int = 60) {
        self.configuration = configuration
        self.nameOverrides = nameOverrides
        self.lookupSeconds = lookupSeconds
    }

    /// The certificate authorities; throws if they cannot be read, which may succeed the next time.
    ///
    /// They are read and checked for the first https request: a program that sends none starts sooner.
    func authorities() throws(NetworkError) -> Authorities {
        try checkedAuthorities.withLock { checked throws(NetworkError) in
            if let checked { return checked }
            let authorities = try Authorities(configuration.tls.trustStore, system: systemAuthorities)
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
