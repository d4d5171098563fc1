/// What is known about a send, to add to its error.
struct ErrorContext {
    let endpoint: String
    var request: HTTPRequest?
    var response: HTTPResponse?
    var attempts = 0

    init(endpoint: String) {
        self.endpoint = endpoint
    }

    /// Adds the missing details to an error; an error from another client's send is unchanged.
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
