/// The response to a request: the final head, and the body as a stream.
public struct HTTPResponse: Sendable {
    /// The status code and its phrase.
    public var status: Status
    /// The head's fields, in order; trailers are not among them.
    public var fields: HTTPFields
    /// The HTTP version used.
    public var version: Version
    /// The body, which can be read once.
    public var body: ResponseBody
    /// The metrics of the exchange up to the head.
    public var metrics: TransferMetrics
    /// The target that sent the response, after redirects; set by the client, nil from a bare transport.
    public var target: HTTPRequest.Target?
    /// The redirects that led there, in order.
    public var redirects: [Redirect] = []
    /// The number of attempts up to this response; 1 from a bare transport.
    public package(set) var attempts = 1

    /// Makes a response.
    public init(
        status: Status, fields: HTTPFields = [:], version: Version = .http1_1, body: ResponseBody = .empty,
        metrics: TransferMetrics = TransferMetrics()
    ) {
        self.status = status
        self.fields = fields
        self.version = version
        self.body = body
        self.metrics = metrics
    }

    /// The length that Content-Length announces; nil without a valid one.
    public var contentLength: Int64? {
        fields[.contentLength].flatMap { text in
            text.utf8.allSatisfy(\.isASCIIDigit) ? Int64(text) : nil
        }
    }

    /// The same head without the body.
    package var head: HTTPResponse {
        var head = self
        head.body = .empty
        return head
    }
}

extension HTTPResponse: CustomStringConvertible {
    /// Version, status and fields, secrets redacted.
    public var description: String { "\(version.rawValue) \(status)\n\(fields)" }
}
