extension RedirectPolicy {
    /// A redirect for a policy to decide on.
    public struct Proposal: Sendable {
        /// The head of the response that redirects.
        public let response: HTTPResponse
        /// Where the request was sent.
        public let source: HTTPRequest.Target
        /// The request that would be sent next, without the fields that must not follow.
        public let request: HTTPRequest
        /// The number of redirects already followed.
        public let count: Int

        /// Whether it leads from https to http.
        public var isDowngrade: Bool { source.isSecure && !request.target.isSecure }
    }
}
