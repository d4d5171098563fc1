public import CurlewTransport

#if canImport(FoundationNetworking)
    private let reasonsHere = URLSessionTransport.reasonsOnLinux
#else
    private let reasonsHere = URLSessionTransport.reasonsOnApple
#endif

extension URLSessionTransport {
    /// What this transport can and cannot do here.
    public var capabilities: TransportCapabilities { Self.installed }

    private static let installed = TransportCapabilities(
        transport: "urlsession", version: LibcurlBelow.text ?? "", contentCodings: ["gzip", "deflate"],
        httpVersions: LibcurlBelow.lacksHTTP2 ? [.http1_0, .http1_1] : [.http1_0, .http1_1, .http2],
        layer: LibcurlBelow.layer, unsupported: reasons)

    private static let missingVersions: [TransportCapabilities.Feature: String] =
        LibcurlBelow.lacksHTTP2 ? [.http2: "the libcurl that URLSession uses was built without HTTP/2"] : [:]

    static let reasons = missingVersions.merging(reasonsHere) { $1 }

    /// What URLSession of FoundationNetworking cannot do.
    static let reasonsOnLinux = reasonsEverywhere.merging([
        .ipv6Literals: "FoundationNetworking refuses URLs with an IPv6 literal",
        .backPressure:
            "FoundationNetworking cannot pause; bytes that the reader is not ready for go to a file",
        .phaseMetrics: "FoundationNetworking measures only the whole exchange",
    ]) { $1 }

    /// What URLSession of Foundation cannot do.
    static let reasonsOnApple = reasonsEverywhere.merging([
        .backPressure:
            "a suspended task keeps receiving; bytes that the reader is not ready for go to a file",
        .phaseMetrics: "URLSession delivers its metrics after the end of the body",
    ]) { $1 }

    private static let reasonsEverywhere: [TransportCapabilities.Feature: String] = [
        .connectTimeout: "URLSession does not report when it is connected; the head timeout covers that time",
        .bodyOnGet: "URLSession refuses a body on GET and HEAD",
        .rawBodies:
            "URLSession always decodes; a successful response that is encoded despite Accept-Encoding: identity is refused",
        .nonUTF8Fields: "URLSession represents fields as text in UTF-8",
        .repeatedFields:
            "URLSession joins repeated fields by commas; only Set-Cookie lines are split again",
        .trailers: "URLSession does not report trailers",
        .expectContinue: "URLSession does not report whether the server responded with 100 (Continue)",
        .versionChoice: "URLSession itself chooses the version on https",
        .trustStore: "URLSession trusts the authorities of the system",
        .insecureTLS: "URLSession always verifies servers",
        .http3: "URLSession does not request HTTP/3",
        .brotli: "URLSession does not accept br",
        .zstd: "URLSession does not accept zstd",
        .idleLifetime: "URLSession does not report how long it keeps an idle connection",
        .proxies: "URLSession does not report which failures are its proxy's",
        .httpsProxies: "URLSession has no option for a proxy over TLS",
        .unixSockets: "URLSession connects to hosts only",
        .clientCertificates: "URLSession has no certificate to offer",
        .pins: "URLSession does not report the server's public key",
        .revocationLists: "URLSession reads no revocation lists",
        .tlsVersions: "URLSession itself chooses the versions of TLS",
        .ciphers: "URLSession itself chooses the ciphers",
        .nameOverrides: "URLSession itself looks up the names of hosts",
        .addressFamilies: "URLSession itself chooses among the addresses of a host",
        .interfaces: "URLSession lets the system choose the local address",
        .addressPolicy: "URLSession does not report an address before it connects to it",
    ]
}

extension TransportConfiguration {
    /// Throws `.unsupported` for a setting that URLSession does not support.
    func checkForURLSession() throws(NetworkError) {
        let needs: [(TransportCapabilities.Feature, Bool)] = [
            (.trustStore, tls.trustStore != .system), (.insecureTLS, tls.verification != .full),
            (.idleLifetime, idleLifetime != TransportConfiguration().idleLifetime),
            (.addressPolicy, addressPolicy != .any),
            (.nameOverrides, !names.overrides.isEmpty || !names.connectTo.isEmpty),
            (.addressFamilies, names.addressFamily != .any), (.interfaces, names.interface != nil),
            (.clientCertificates, tls.identity != nil), (.pins, !tls.pins.isEmpty),
            (.revocationLists, tls.revocationList != nil), (.tlsVersions, tls.minimumVersion != .tls1_2),
            (.ciphers, tls.ciphers != nil || tls.ciphersOfTLS1_3 != nil),
        ]
        for (feature, isNeeded) in needs where isNeeded {
            if let reason = URLSessionTransport.reasons[feature] { throw .unsupported(reason) }
        }
    }
}

extension TransportConfiguration {
    /// Throws `.unsupported` for a request that does not go directly to its server, or that FoundationNetworking would
    /// send through a proxy by itself.
    func checkPathForURLSession(
        of request: borrowing HTTPRequest, _ environment: @autoclosure () -> ProxyEnvironment
    ) throws(NetworkError) {
        let path = try path(of: request) { environment() }
        let feature: TransportCapabilities.Feature? =
            switch path {
            case nil: nil
            case .unixSocket: .unixSockets
            case .proxy(let server): server.scheme == .https ? .httpsProxies : .proxies
            }
        if let reason = feature.flatMap({ URLSessionTransport.reasons[$0] }) { throw .unsupported(reason) }
        #if canImport(FoundationNetworking)
            guard let name = environment().variableOfLibcurl(for: request.target) else { return }
            throw .unsupported(
                "URLSession would use the proxy of the environment's \(name) for \(request.authority): "
                    + "unset it, or add the host to NO_PROXY")
        #endif
    }
}

extension HTTPRequest {
    /// Throws `.unsupported` for what URLSession cannot do.
    func checkForURLSession(hasBody: Bool) throws(NetworkError) {
        let needs: [(TransportCapabilities.Feature, Bool)] = [
            (.ipv6Literals, target.isIPv6Literal),
            (.connectTimeout, timeouts.connect != nil),
            (.bodyOnGet, hasBody && (method == .get || method == .head)),
            (.nonUTF8Fields, fields.contains { String(validating: $0.bytes, as: UTF8.self) == nil }),
            (.expectContinue, options.expectContinue),
            (.versionChoice, options.httpVersion == .http1_1 && scheme == "https"),
        ]
        for (feature, isNeeded) in needs where isNeeded {
            if let reason = URLSessionTransport.reasons[feature] { throw .unsupported(reason) }
        }
        try checkMethodCase()
        try checkDotSegments()
    }

    /// Methods are case-sensitive (RFC 9110 §9.1), and URLSession changes the case of those that it knows.
    private func checkMethodCase() throws(NetworkError) {
        let uppercased = Method(rawValue: method.rawValue.uppercased())
        let known: [Method] = [.get, .head, .post, .put, .delete, .options, .trace]
        guard method == uppercased || !known.contains(uppercased) else {
            throw .unsupported("URLSession sends the method in upper case")
        }
    }

    private func checkDotSegments() throws(NetworkError) {
        let segments = path.prefix { $0 != "?" }.lowercased().replacing("%2e", with: ".").split(
            separator: "/")
        guard !segments.contains(where: { $0 == "." || $0 == ".." }) else {
            throw .unsupported("URLSession resolves dot segments in a path")
        }
    }
}
