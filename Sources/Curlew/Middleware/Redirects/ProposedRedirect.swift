/// A redirect that a policy decides on.
public struct ProposedRedirect: Sendable {
    /// The head of the answer that redirects.
    public let response: HTTPResponse
    /// Where the request was sent.
    public let source: HTTPRequest.Target
    /// The request that would be sent next, without the fields that do not follow.
    public let request: HTTPRequest
    /// How many redirects were followed before.
    public let count: Int

    /// Whether it leads from https to http.
    public var isDowngrade: Bool { source.isSecure && !request.target.isSecure }
}
