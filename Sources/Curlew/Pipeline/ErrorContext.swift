/// What is known about a send while it goes on, for the error that may end it.
struct SendContext {
    /// Reads the body of a response, where the send decodes it, and returns the response with what was read.
    typealias Collect = @Sendable (HTTPResponse) async throws(NetworkError) -> HTTPResponse

    let endpoint: String
    /// The endpoint's own policy, nil for the client's.
    let redirects: RedirectPolicy?
    var request: HTTPRequest?
    var response: HTTPResponse?
    var attempts = 0
    /// Nil when the caller reads the body, and where there are no retries.
    var collect: Collect?

    init(_ endpoint: Endpoint<some Sendable>) {
        self.endpoint = endpoint.name
        redirects = endpoint.redirects
    }

    /// The error with what it does not say yet; one that comes from another client's send keeps its own story.
    func attached(to error: NetworkError) -> NetworkError {
        guard error.endpoint == nil else { return error }
        return error.updating { details in
            details.endpoint = endpoint
            details.request = details.request ?? request?.description
            details.response = details.response ?? response?.head
            details.target = details.target ?? details.response?.target ?? request?.target
            if details.redirects.isEmpty { details.redirects = details.response?.redirects ?? [] }
            details.attempts = attempts
            details.metrics = details.metrics ?? response?.body.metrics ?? response?.metrics
        }
    }
}
