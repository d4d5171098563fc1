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
/// It gives the same answers and errors as the libcurl transport where URLSession lets it; `capabilities` lists what cannot
/// be had here, and a request that needs it is `.unsupported`. A body that comes faster than it is read is kept in a
/// temporary file. A body that is a stream is first written to a temporary file, then sent. On Linux neither file
/// has a name, so that nothing is left of it when the process ends.
///
/// A request with a body, of a method that is not idempotent or with `Connection: close` goes on a session of its own:
/// on a connection that was kept and has died, FoundationNetworking sends it again by itself, and without its body.
///
/// A request over https that is given up, by a limit or its caller, after 250 ms without a byte from its host makes the
/// next one to that host go on another session: an HTTP/2 connection on which the server has fallen silent stays open. Other
/// hosts get new connections then, too.
///
/// On Linux FoundationNetworking ends the process when a server closes the connection in the middle of the answer's head,
/// sends trailers or announces 2^63 - 1 bytes: prefer the libcurl transport there for servers that you do not trust. It hands over the head of a
/// redirect only behind its body, which it keeps in memory. It does not tell the version of an answer, which is always
/// given as HTTP/1.1.
///
/// Of a `URLSessionConfiguration` that is handed over everything is kept but what would break the contract of a transport:
///
/// | property | becomes | because |
/// |---|---|---|
/// | `urlCache`, `requestCachePolicy` | none, `.reloadIgnoringLocalCacheData` | an answer comes from the server |
/// | `httpCookieStorage`, `httpShouldSetCookies`, `httpCookieAcceptPolicy` | none, `false`, `.never` | cookies are the client's |
/// | `urlCredentialStorage` | none | a 401 is the answer |
/// | `connectionProxyDictionary` | empty | there are no proxies; FoundationNetworking reads `http_proxy` all the same |
/// | `httpAdditionalHeaders` | none | a transport adds only `Host` and the framing |
/// | `httpMaximumConnectionsPerHost` | the limit of the `TransportConfiguration` | requests wait in the transport's own queue |
/// | `timeoutIntervalForRequest`, `timeoutIntervalForResource` | very long | the request's `Timeouts` hold |
public final class URLSessionTransport: Transport {
    private let configuration: TransportConfiguration
    private let sessions: Sessions

    /// Makes a transport with connections of its own.
    ///
    /// - Parameters:
    ///   - configuration: the limits. Those of connections hold for the requests under way: connections that are kept,
    ///     or about to close, are not counted, so that more can be open (seen: 12 for a limit of 6). Without a limit in
    ///     all there are as many at a time as a quarter of the descriptors that the process may have. Certificate
    ///     authorities of its own, verification switched off and another idle lifetime than the default cannot be had:
    ///     with them every send is `.unsupported`. Fields that URLSession has joined count as one.
    ///   - sessionConfiguration: copied; what would break the contract of a transport is overridden: cache, cookies,
    ///     credentials, proxies, additional header fields, timeouts and the limit of connections.
    ///   - spoolLimit: the most bytes that are kept on disk for one slow reader, or for one request's stream; beyond it
    ///     the exchange fails with `.fileFailed`.
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
    /// The transport over URLSession that a process shares.
    public static var urlSession: URLSessionTransport { .shared }
}

extension URLSessionTransport {
    fileprivate static let shared = URLSessionTransport()
}
