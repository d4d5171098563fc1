#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One HTTP request, as a transport sends it.
///
///     var request = try HTTPRequest(method: .post, url: "https://example.com/items")
///     request.fields[.contentType] = "application/json"
///     request.body = .data(Data("{}".utf8))
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: Method
    /// Scheme, authority and path, checked.
    public var target: Target
    /// The fields, in the order in which they are sent.
    public var fields: HTTPFields
    /// The body, nil for none.
    public var body: RequestBody?
    /// How long the exchange and its phases may take.
    public var timeouts: Timeouts
    /// How the transport sends the request and delivers the response.
    public var options: Options
    /// Whether a redirect ever led to another origin: from then on, secrets of the first origin are not sent.
    package var hasLeftOrigin = false

    /// Makes a request to a checked target.
    public init(
        method: Method = .get, target: Target, fields: HTTPFields = [:], body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(), options: Options = Options()
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.timeouts = timeouts
        self.options = options
    }

    /// Makes a request to an absolute http or https URL; throws `.invalidURL`.
    public init(
        method: Method = .get, url: String, fields: HTTPFields = [:], body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(), options: Options = Options()
    ) throws(NetworkError) {
        let target = try Target(url)
        self.init(
            method: method, target: target, fields: fields, body: body, timeouts: timeouts, options: options)
    }

    /// Makes a request to a URL; throws `.invalidURL`.
    public init(
        method: Method = .get, url: URL, fields: HTTPFields = [:], body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(), options: Options = Options()
    ) throws(NetworkError) {
        try self.init(
            method: method, url: url.absoluteString, fields: fields, body: body, timeouts: timeouts,
            options: options)
    }

    /// `http` or `https`.
    public var scheme: String { target.scheme }
    /// Host, and port if given.
    public var authority: String { target.authority }
    /// Path and query, percent-encoded.
    public var path: String { target.path }
    /// The target as a URL; nil when Foundation cannot express it.
    public var url: URL? { URL(string: target.url) }
}

extension HTTPRequest: CustomStringConvertible {
    /// Method and URL, without the query or an invalid method, which may hold secrets.
    public var description: String {
        "\(method.isToken ? method.rawValue : "<not a method>") \(target.redactedURL)"
    }
}
