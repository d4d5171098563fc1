import CurlewTransport

/// A transport's configuration in the form that its transfers need, computed once.
final class TransferSettings: Sendable {
    let configuration: TransportConfiguration
    /// The environment is read here: by the time the loop's thread runs it may have changed.
    private let systemAuthorities = SystemAuthorities.current
    private let proxies = ProxyEnvironment.current
    private let checkedMaterial = Lock<TLSMaterial?>(nil)
    /// Overrides for name lookups, as CURLOPT_RESOLVE takes them.
    let nameOverrides: [String]
    /// The rule that every address must pass; nil for none.
    let addressRule: AddressRule?
    /// How long curl caches lookups, in seconds.
    let lookupSeconds: Int

    init(_ configuration: TransportConfiguration, nameOverrides: [String] = [], lookupSeconds: Int = 60) {
        self.configuration = configuration
        addressRule = configuration.addressPolicy.rule
        self.nameOverrides = nameOverrides + configuration.names.overrides.map(\.text)
        self.lookupSeconds = lookupSeconds
    }

    /// What TLS needs; throws if a file cannot be read, which may succeed the next time.
    ///
    /// It is read and checked for the first https request: a program that sends none starts sooner.
    func tlsMaterial() throws(NetworkError) -> TLSMaterial {
        try checkedMaterial.withLock { checked throws(NetworkError) in
            if let checked { return checked }
            let material = try TLSMaterial(configuration.tls, system: systemAuthorities)
            checked = material
            return material
        }
    }

    /// How a request reaches its server; nil for directly.
    ///
    /// Throws `.unsupported` for what this libcurl lacks, and `.invalidRequest` as the configuration does.
    func path(of request: borrowing HTTPRequest) throws(NetworkError) -> ConnectionPath? {
        guard let path = try configuration.path(of: request, { proxies }) else { return nil }
        let feature: TransportCapabilities.Feature =
            switch path {
            case .unixSocket: .unixSockets
            case .proxy(let server): server.scheme == .https ? .httpsProxies : .proxies
            }
        if let reason = LibcurlTransport.installed.unsupported[feature] { throw .unsupported(reason) }
        return path
    }

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
