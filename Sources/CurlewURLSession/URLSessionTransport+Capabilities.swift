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
    ]
}

extension TransportConfiguration {
    /// Throws `.unsupported` for a setting that URLSession does not support.
    func checkForURLSession() throws(NetworkError) {
        let needs: [(TransportCapabilities.Feature, Bool)] = [
            (.trustStore, tls.trustStore != .system), (.insecureTLS, tls.verification != .full),
            (.idleLifetime, idleLifetime != TransportConfiguration().idleLifetime),
        ]
        for (feature, isNeeded) in needs where isNeeded {
            if let reason = URLSessionTransport.reasons[feature] { throw .unsupported(reason) }
        }
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
