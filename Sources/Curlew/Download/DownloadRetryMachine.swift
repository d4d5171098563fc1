/// Decides after each failure of a download whether there is another attempt, and after what delay.
struct DownloadRetryMachine {
    /// What follows a failure.
    enum Action: Equatable {
        case retry(after: Duration)
        case fail
    }

    private let options: DownloadOptions
    private var hasResponse = false
    /// The failures in a row without progress.
    private var failureCount = 0

    private static let passingStatuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]

    init(_ options: DownloadOptions) {
        self.options = options
    }

    /// A head has come, of whatever status.
    mutating func headReceived() {
        hasResponse = true
    }

    /// There is more of the file than there ever was.
    mutating func progressed() {
        failureCount = 0
    }

    /// An attempt has failed.
    ///
    /// - Parameter retryAfter: what the response's Retry-After asks for; less than the ordinary delay is not obeyed, so that
    ///   a server that asks for no delay at all is not given up within milliseconds.
    mutating func failed(_ error: NetworkError, retryAfter: Duration?) -> Action {
        guard isPassing(error), failureCount < options.maxRetries else { return .fail }
        let ceiling = options.baseDelay.doubled(times: failureCount, upTo: options.maxDelay)
        failureCount += 1
        let delay = max(.zero, options.jitter(ceiling), retryAfter ?? .zero)
        return .retry(after: min(delay, .longestDelay))
    }

    /// Whether the same request may well succeed later.
    ///
    /// A name without an address is most often misspelt, unless the server has responded before.
    private func isPassing(_ error: NetworkError) -> Bool {
        switch error.code {
        case .connectionLost, .incompleteBody, .cannotConnect: true
        case .cannotResolve: hasResponse
        case .timedOut: error.phase != .total
        case .unacceptableStatus: error.response.map { Self.passingStatuses.contains($0.status) } ?? false
        default: false
        }
    }
}
