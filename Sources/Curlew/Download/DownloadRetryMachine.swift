/// Decides after each failure of a download whether to retry, and after what delay.
struct DownloadRetryMachine {
    /// What follows a failure.
    enum Action: Equatable {
        case retry(after: Duration)
        case fail
    }

    private let options: DownloadOptions
    private var hasResponse = false
    /// The consecutive failures without progress.
    private var failureCount = 0

    private static let transientStatuses: Set<HTTPResponse.Status> = [408, 429, 500, 502, 503, 504]

    init(_ options: DownloadOptions) {
        self.options = options
    }

    /// A head has arrived, of any status.
    mutating func headReceived() {
        hasResponse = true
    }

    /// The file has more bytes than ever before.
    mutating func progressed() {
        failureCount = 0
    }

    /// An attempt has failed.
    ///
    /// - Parameter retryAfter: the response's Retry-After. It can only lengthen the delay: a server that asks for
    ///   none would use up all retries within milliseconds.
    mutating func failed(_ error: NetworkError, retryAfter: Duration?) -> Action {
        guard isTransient(error), failureCount < options.maxRetries else { return .fail }
        let ceiling = options.baseDelay.doubled(times: failureCount, upTo: options.maxDelay)
        failureCount += 1
        let delay = max(.zero, options.jitter(ceiling), retryAfter ?? .zero)
        return .retry(after: min(delay, .longestDelay))
    }

    /// Whether the same request may succeed later.
    ///
    /// A name without an address is usually misspelt, unless the server has responded before.
    private func isTransient(_ error: NetworkError) -> Bool {
        switch error.code {
        case .connectionLost, .incompleteBody, .cannotConnect: true
        case .cannotResolve: hasResponse
        case .timedOut: error.phase != .total
        case .unacceptableStatus: error.response.map { Self.transientStatuses.contains($0.status) } ?? false
        default: false
        }
    }
}
