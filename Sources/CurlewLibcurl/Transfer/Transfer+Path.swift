import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Requests that reach their server through a proxy or a unix socket.
extension Transfer {
    /// The name that curl must look up to connect; nil for an address or a unix socket.
    var lookupName: HostName? {
        switch path {
        case nil:
            if let connectTo {
                HostName(authority: connectTo, isSecure: request.target.isSecure)
            } else {
                HostName(request.target)
            }
        case .proxy(let server): HostName(authority: server.authority, isSecure: false)
        case .unixSocket: nil
        }
    }

    /// The host and port to connect to instead of the URL's; nil for those.
    var connectTo: String? {
        let names = settings.configuration.names
        return names.connectTo.isEmpty || path != nil ? nil : names.connection(for: request.target)
    }

    /// Whether the response is that of a proxy which requires credentials (RFC 9110 §15.5.8), not of the server.
    var isProxyResponse: Bool { receiving.status.code == 407 && isForwarded }

    /// Whether a proxy gets the request itself and forwards it.
    var isForwarded: Bool {
        guard case .proxy(let server) = path else { return false }
        return server.isHTTP && !request.target.isSecure
    }

    /// The failure of a connection whose addresses were refused; nil for another one.
    func addressFailure(_ result: CURLcode) -> NetworkError? {
        guard result == CURLE_COULDNT_CONNECT, let address = attempt.refusedAddress else { return nil }
        return NetworkError(
            .addressRefused,
            "the address policy does not allow \(address), an address of \(request.authority)")
    }

    /// The failure of a lookup: that of the proxy's name if there is a proxy.
    func lookupFailure(_ failure: NetworkError) -> NetworkError {
        guard case .proxy(let server) = path, failure.code == .cannotResolve else { return failure }
        return .proxyFailed(server, "has no address: \(failure.message)")
    }

    /// The failure of the way to the server, as opposed to that of the server; nil if there is none.
    func pathFailure(_ result: CURLcode) -> NetworkError? {
        guard let path, !machine.hasHead, result != CURLE_OK else { return nil }
        switch path {
        case .proxy(let server): return proxyFailure(server, result)
        case .unixSocket(let socket): return socketFailure(socket, result)
        }
    }

    private func socketFailure(
        _ socket: TransportConfiguration.UnixSocket, _ result: CURLcode
    ) -> NetworkError? {
        guard result == CURLE_COULDNT_CONNECT, DescriptorShortage.current == nil else { return nil }
        let number = Int32(truncatingIfNeeded: easy.handle.long(CURLINFO_OS_ERRNO))
        let reason = number == 0 ? "it refuses connections" : unsafe String(cString: strerror(number))
        return NetworkError(.cannotConnect, "cannot connect to the unix socket \(socket): \(reason)")
    }

    private func proxyFailure(_ server: ProxyServer, _ result: CURLcode) -> NetworkError? {
        guard result != CURLE_COULDNT_CONNECT || DescriptorShortage.current == nil else { return nil }
        let status = easy.handle.long(CURLINFO_HTTP_CONNECTCODE)
        if status >= 300 {
            return .proxyFailed(server, "\(ProxyProblem.refusal(status, server)) to \(request.authority)")
        }
        let isTunnel = server.isHTTP && request.target.isSecure
        // Without a tunnel the request is sent once the proxy is connected; after a SOCKS proxy comes the server's TLS.
        guard sending.time == nil, !isTunnel || status == 0, server.isHTTP || attempt.handshakeTime == nil
        else {
            return nil
        }
        return ProxyProblem(result, text: easy.handle.errorText).map { .proxyFailed(server, $0.text) }
    }
}

extension NetworkError {
    /// A proxy, named without its credentials, has failed.
    static func proxyFailed(_ server: ProxyServer, _ problem: String) -> Self {
        NetworkError(.proxyFailed, "the proxy \(server) \(problem)")
    }
}

/// What is wrong with a proxy, in plain words.
struct ProxyProblem {
    let text: String

    /// Maps a failure before a connection to the server; nil for a failure that has nothing to do with the proxy.
    init?(_ result: CURLcode, text: String) {
        let said = text.isEmpty ? "" : " (\(text))"
        switch result {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST:
            self.text = "has no address: its name cannot be resolved\(said)"
        case CURLE_COULDNT_CONNECT: self.text = "does not accept a connection\(said)"
        case CURLE_PROXY: self.text = "cannot connect to the server, or refuses to\(said)"
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CIPHER:
            self.text = "cannot be trusted, or its TLS handshake failed\(said)"
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_WEIRD_SERVER_REPLY,
            CURLE_UNSUPPORTED_PROTOCOL:
            self.text = "ended the connection before it was connected to the server\(said)"
        default: return nil
        }
    }

    /// What a response other than success to CONNECT means.
    static func refusal(_ status: Int, _ server: ProxyServer) -> String {
        guard status == 407 else { return "refused, with status \(status), to connect" }
        return server.user == nil
            ? "requires credentials (status 407) to connect"
            : "refused the credentials (status 407) to connect"
    }
}
