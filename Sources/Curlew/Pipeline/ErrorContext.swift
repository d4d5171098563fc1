/// What is known about a send, for the error that may end it.
struct ErrorContext {
    let endpoint: String
    var request: HTTPRequest?
    var response: HTTPResponse?
    var attempts = 0

    init(endpoint: String) {
        self.endpoint = endpoint
    }

    /// The error with what it does not say yet; one from another client's send keeps what it says.
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
