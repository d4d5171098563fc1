import CCurl
import CurlewTransport

/// The options of a handle for a proxy or a unix socket.
extension Transfer {
    /// Sets the way to the server; without one the handle's defaults rule out every proxy.
    func setPath(_ tls: TLSMaterial?) throws(RefusedOption) {
        guard let path else { return }
        if let scope = callbacks.pathScopes.scope(of: path) {
            try easy.setPathScope(scope)
        } else {
            try easy.handle.set(CURLOPT_FRESH_CONNECT, 1)
            try easy.handle.set(CURLOPT_FORBID_REUSE, 1)
        }
        switch path {
        case .unixSocket(let socket):
            let option = socket.isAbstract ? CURLOPT_ABSTRACT_UNIX_SOCKET : CURLOPT_UNIX_SOCKET_PATH
            try easy.handle.set(option, socket.path)
            // libcurl 7.88.1 would keep a connection to an abstract socket, but never use it again.
            if socket.isAbstract { try easy.handle.set(CURLOPT_FORBID_REUSE, 1) }
        case .proxy(let server): try setProxy(server, tls)
        }
    }

    /// Sets which address is connected to, and from which one.
    func setNames(_ connectTo: String?) throws(RefusedOption) {
        let names = settings.configuration.names
        if names.addressFamily != .any {
            try easy.handle.set(CURLOPT_IPRESOLVE, names.addressFamily.curlOption)
        }
        if let interface = names.interface { try easy.handle.set(CURLOPT_INTERFACE, interface) }
        // The URL's host and port match, since they were compared before.
        if let connectTo { try easy.setConnectTo("::\(connectTo)") }
    }

    private func setProxy(_ server: ProxyServer, _ tls: TLSMaterial?) throws(RefusedOption) {
        // The exceptions were considered before; without an own value libcurl would read the environment's.
        try easy.handle.set(CURLOPT_NOPROXY, "")
        try easy.handle.set(CURLOPT_PROXY, server.description)
        // The response to CONNECT is not the server's.
        try easy.handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let user = server.user {
            try easy.handle.set(CURLOPT_PROXYUSERNAME, user)
            try easy.handle.set(CURLOPT_PROXYPASSWORD, server.password?.text ?? "")
            try easy.handle.set(CURLOPT_PROXYAUTH, curlew_auth_basic())
            try easy.handle.set(CURLOPT_SOCKS5_AUTH, curlew_auth_basic())
        }
        if server.scheme == .https { try tls?.setForProxy(on: easy.handle) }
    }
}

extension TransportConfiguration.NameOptions.AddressFamily {
    /// The value of CURLOPT_IPRESOLVE.
    var curlOption: Int {
        switch self {
        case .ipv4: Int(CURL_IPRESOLVE_V4)
        case .ipv6: Int(CURL_IPRESOLVE_V6)
        default: Int(CURL_IPRESOLVE_WHATEVER)
        }
    }
}
