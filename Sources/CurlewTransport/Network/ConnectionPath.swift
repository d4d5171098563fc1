/// How a request reaches its server other than directly.
///
/// It is part of a connection's identity: requests of different paths never share one.
package indirect enum ConnectionPath: Sendable, Hashable {
    case proxy(ProxyServer)
    case unixSocket(TransportConfiguration.UnixSocket)
}

extension ConnectionPath? {
    /// Whether there is TLS on the way, apart from the server's.
    package var usesTLS: Bool {
        if case .proxy(let server) = self { server.scheme == .https } else { false }
    }
}

extension ConnectionPath: CustomStringConvertible {
    package var description: String {
        switch self {
        case .proxy(let server): "the proxy \(server)"
        case .unixSocket(let socket): "the unix socket \(socket)"
        }
    }
}

extension TransportConfiguration.NameOptions {
    /// The host and port to connect to instead of the target's; nil for those.
    package func connection(for target: HTTPRequest.Target) -> String? {
        for rule in connectTo {
            if let authority = rule.authority(for: target) { return authority }
        }
        return nil
    }
}

extension TransportConfiguration {
    /// How a request reaches its server; nil for directly.
    ///
    /// Throws `.invalidRequest` for a proxy in the environment, or a socket, that cannot be used, and `.unsupported` for
    /// a proxy that would make the address policy void.
    package func path(
        of request: borrowing HTTPRequest, _ environment: () -> ProxyEnvironment
    ) throws(NetworkError) -> ConnectionPath? {
        if let own = request.options.ownConnection {
            guard own.proxy == nil || own.unixSocket == nil else {
                throw .invalidRequest("the request has both a proxy and a unix socket")
            }
            if let socket = own.unixSocket { return try path(through: socket) }
            if let proxy = own.proxy { return try path(through: proxy, to: request.target, environment) }
        }
        if let unixSocket { return try path(through: unixSocket) }
        return proxy == .none ? nil : try path(through: proxy, to: request.target, environment)
    }

    private func path(through socket: UnixSocket) throws(NetworkError) -> ConnectionPath {
        try socket.check()
        return .unixSocket(socket)
    }

    private func path(
        through proxy: Proxy, to target: HTTPRequest.Target, _ environment: () -> ProxyEnvironment
    ) throws(NetworkError) -> ConnectionPath? {
        let server: ProxyServer? =
            switch proxy.kind {
            case .none: nil
            case .environment: try environment().proxy(for: target)
            case .server(let server, let exceptions): exceptions.contains(target) ? nil : server
            }
        guard addressPolicy == .any || server == nil else {
            throw .unsupported(
                "the address policy cannot be applied to what a proxy resolves and connects to")
        }
        guard server == nil || names.connection(for: target) == nil else {
            throw .unsupported("connectTo cannot be applied to a request through a proxy")
        }
        return server.map { .proxy($0) }
    }
}
