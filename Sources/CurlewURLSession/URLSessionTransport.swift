public import CurlewTransport

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A transport over URLSession.
///
///     let client = Client(baseURL: "https://example.com", transport: .urlSession)
///
/// It returns the same responses and errors as the libcurl transport where URLSession allows it. `capabilities` lists
/// what is unsupported here; a request that needs it is `.unsupported`. A body that arrives faster than it is read is
/// kept in a temporary file. A stream is first written to a temporary file, then sent. On Linux these files have no
/// name, so that nothing is left of them when the process ends.
///
/// A request with a body, with a method that is not idempotent, or with `Connection: close` gets a session of its
/// own: on an idle connection that has died, FoundationNetworking would resend it, and without its body.
///
/// If an https request is abandoned, by a limit or its caller, after 250 ms without a byte from its host, the next
/// one to that host uses another session: an HTTP/2 connection on which the server has fallen silent stays open.
/// Other hosts then get new connections, too.
///
/// On Linux FoundationNetworking ends the process if a server closes the connection in the middle of the response's
/// head, sends trailers or declares 2^63 - 1 bytes: prefer the libcurl transport there for servers that you do not
/// trust. It delivers the head of a redirect only after its body, which it keeps in memory. It does not report the
/// version of a response, which is always HTTP/1.1.
///
/// Your configuration is used as it is, except for these properties, which would break the contract of a transport:
///
/// | property | becomes | because |
/// |---|---|---|
/// | `urlCache`, `requestCachePolicy` | none, `.reloadIgnoringLocalCacheData` | a response comes from the server |
/// | `httpCookieStorage`, `httpShouldSetCookies`, `httpCookieAcceptPolicy` | none, `false`, `.never` | cookies are the client's |
/// | `urlCredentialStorage` | none | a 401 is returned |
/// | `connectionProxyDictionary` | empty | there are no proxies; a request that FoundationNetworking would send to one of the environment is refused |
/// | `httpAdditionalHeaders` | none | a transport adds only `Host` and the framing |
/// | `httpMaximumConnectionsPerHost` | the limit of the `TransportConfiguration` | requests wait in the transport's own queue |
/// | `timeoutIntervalForRequest`, `timeoutIntervalForResource` | very long | the request's `Timeouts` apply |
public final class URLSessionTransport: Transport {
    private let configuration: TransportConfiguration
    private let sessions: Sessions

    /// Makes a transport with its own connections.
    ///
    /// - Parameters:
    ///   - configuration: the limits. Connection limits apply to running requests: idle and closing connections are
    ///     not counted, so more can be open (seen: 12 for a limit of 6). Without a total limit, a quarter of the
    ///     process's descriptor limit is used. Custom certificate authorities, disabled verification and an idle
    ///     lifetime other than the default make every send `.unsupported`. Fields that URLSession has joined count as
    ///     one.
    ///   - sessionConfiguration: copied; properties that would break the contract of a transport are overridden:
    ///     cache, cookies, credentials, proxies, additional header fields, timeouts and the connection limit.
    ///   - spoolLimit: the most bytes on disk for one slow reader, or for one request's stream; beyond it the
    ///     exchange fails with `.fileFailed`.
    public init(
        configuration: TransportConfiguration = TransportConfiguration(),
        sessionConfiguration: URLSessionConfiguration = .ephemeral, spoolLimit: Int64 = 4 << 30
    ) {
        self.configuration = configuration
        sessions = Sessions(
            configuration: configuration, sessionConfiguration: sessionConfiguration, spoolLimit: spoolLimit)
    }

    /// Performs one exchange; returns when the final head has arrived.
    ///
    /// Throws `.unsupported` before any connection for what `capabilities` excludes, `.closed` after `shutdown`, and
    /// the codes of `Transport.send`.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        try configuration.check()
        try configuration.checkForURLSession()
        let request = try request.prepared()
        if let version = LibcurlBelow.version {
            try LibcurlOmission.check(request.fields, for: version)
            try LibcurlOmission.check(request.target, for: version)
        }
        try configuration.checkPathForURLSession(of: request, .current)
        let upload = try Upload(request.body)
        try request.checkForURLSession(hasBody: !upload.isEmpty)
        return try await Exchange(request, in: sessions).response(sending: upload)
    }

    /// Ends every exchange with `.closed`, and fails later ones with it; harmless when repeated.
    public func shutdown() {
        sessions.shutdown()
    }
}

extension Transport where Self == URLSessionTransport {
    /// The shared transport over URLSession.
    public static var urlSession: URLSessionTransport { .shared }
}

extension URLSessionTransport {
    fileprivate static let shared = URLSessionTransport()
}
