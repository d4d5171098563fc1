extension NetworkError {
    private static let passingStatuses: Set<HTTPResponse.Status> = [
        .requestTimeout, .tooEarly, .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable,
        .gatewayTimeout,
    ]

    /// Whether the same request may succeed later: after faults of the name lookup, the connection and the body, limits that
    /// passed, and the statuses 408, 425, 429, 500, 502, 503 and 504.
    ///
    /// It does not say that another attempt can do no harm: see ``mayHaveBeenProcessed`` and the method.
    public var isRetryable: Bool {
        switch code {
        case .cannotResolve, .cannotConnect, .timedOut, .connectionLost, .incompleteBody: true
        case .unacceptableStatus: response.map { Self.passingStatuses.contains($0.status) } ?? false
        default: false
        }
    }
}
