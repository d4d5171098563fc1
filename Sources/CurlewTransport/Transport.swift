/// Sends one HTTP request and returns its response: the seam between the client and the network.
///
/// **Choosing one.** `LibcurlTransport` for Linux programs, `URLSessionTransport` where you need URLSession,
/// `ScriptedTransport` of CurlewTesting in tests.
///
/// **Using one.** Hand it to a `Client`, or send a bare request:
///
///     let response = try await transport.send(HTTPRequest(url: "https://example.com/"))
///     let body = try await response.body.collect(upTo: 1 << 20)
///
/// **Writing one.** A transport keeps these promises, and the suite of CurlewConformance tests each of them:
///
/// - It performs one exchange. It follows no redirect, stores no cookie, uses no cache and adds no credentials. It
///   sends a request twice in two cases only. First, when a reused connection closes before the first byte of the
///   response, it may resend the request once on a fresh connection, if the method is idempotent, or no byte of the
///   request was written, or HTTP/2 reports it as not processed, and if the body can be replayed or was not read (RFC
///   9112 §9.3.1). Any other request fails with `.connectionLost`. Second, with `options.expectContinue`, when a 417
///   arrives before any byte of the body was written, it repeats the request once without `Expect`.
/// - It returns when the head of the final response is complete; the body streams.
/// - It honours timeouts, body and options. It throws `.unsupported` for what it cannot honour, before any I/O.
/// - It adds only `Host` and the fields that frame the body. A field that cannot be sent is `.invalidRequest`.
/// - Cancelling the calling task, or dropping the body unread, ends the transfer within 50 ms and closes or frees
///   its connection.
/// - The memory of a transfer is bounded, however slow the reader is.
///
/// Begin `send` with ``HTTPRequest/prepared()``, which makes the checks that every transport must make.
public protocol Transport: Sendable {
    /// What this transport can and cannot do here.
    var capabilities: TransportCapabilities { get }

    /// Performs one exchange and returns when the final head has arrived.
    ///
    /// Throws before any I/O: `.invalidRequest`, `.encodingFailed`, `.unsupported`, `.fileFailed`, `.closed`. Throws
    /// when the exchange fails before its head: `.cannotResolve`, `.cannotConnect`, `.tlsFailed`, `.proxyFailed`,
    /// `.timedOut`, `.cancelled`, `.connectionLost`, `.protocolViolation`, `.headersTooLarge`, `.bodyNotReplayable`,
    /// `.closed`, `.other`. After the head, the body throws `.incompleteBody`, `.contentDecodingFailed`, `.timedOut`,
    /// `.cancelled`, `.closed`.
    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse

    /// Ends every exchange with `.closed` and fails later ones with it; a second call does nothing.
    ///
    /// By default it does nothing, for a transport that holds no connections. One that sends over another passes it on.
    func shutdown()
}

extension Transport {
    /// Does nothing.
    public func shutdown() {}
}
