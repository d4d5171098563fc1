extension NetworkError {
    private static let passingStatuses: Set<HTTPResponse.Status> = [
        .requestTimeout, .tooEarly, .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable,
        .gatewayTimeout,
    ]

    /// Whether the same request may succeed later: after faults of the name lookup, the connection and the body, passed
    /// limits, and the statuses 408, 425, 429, 500, 502, 503 and 504.
    ///
    /// It does not mean that another attempt is safe: see ``mayHaveBeenProcessed`` and the method.
    public var isRetryable: Bool {
        switch code {
        case .cannotResolve, .cannotConnect, .timedOut, .connectionLost, .incompleteBody: true
        case .unacceptableStatus: response.map { Self.passingStatuses.contains($0.status) } ?? false
        default: false
        }
    }
}
