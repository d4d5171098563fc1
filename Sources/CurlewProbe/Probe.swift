import Curlew

/// Checks URLs over one transport.
struct Probe: Sendable {
    private let client: Client
    /// The limit over everything, for each URL.
    private let timeout: Duration

    init(transport: any Transport, timeout: Duration) {
        client = Client(transport: transport)
        self.timeout = timeout
    }

    /// The check of one URL.
    struct Outcome: Sendable {
        let url: String
        /// Nil when there was no answer.
        let status: Int?
        let duration: Duration
        /// Nil for a status from 200 to 399.
        let error: NetworkError?
    }

    /// Checks every URL, at most so many at a time, and hands over each outcome as it comes.
    ///
    /// When the task is cancelled it starts no more, and those that it breaks off have no outcome.
    ///
    /// - Parameter report: takes an outcome; false breaks off the others.
    /// - Returns: whether every URL was checked.
    func check(
        _ urls: AsyncStream<String>, concurrency: Int, report: @escaping @Sendable (Outcome) async -> Bool
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<concurrency {
                group.addTask {
                    for await url in urls {
                        let outcome = await check(url)
                        guard outcome.error?.code != .cancelled, await report(outcome) else { return false }
                    }
                    // A cancelled task gets no URL either.
                    return !Task.isCancelled
                }
            }
            var isComplete = true
            for await hasEnded in group where !hasEnded {
                isComplete = false
                group.cancelAll()
            }
            return isComplete
        }
    }

    private func check(_ url: String) async -> Outcome {
        let start = ContinuousClock.now
        do throws(NetworkError) {
            let response = try await client.response(for: endpoint(url))
            return Outcome(url: url, status: response.status.code, duration: .now - start, error: nil)
        } catch {
            return Outcome(
                url: url, status: error.response?.status.code, duration: .now - start, error: error)
        }
    }

    /// A GET of which only the status matters.
    private func endpoint(_ url: String) -> Endpoint<Void> {
        .get(url: url).with {
            $0.options.timeouts = .total(timeout)
            $0.options.redirects = .doNotFollow
            $0.decoder.acceptableStatus = 200...399
            // What a small body costs to read keeps its connection for the next check; a large one is broken off.
            $0.decoder.bodyLimit = 64 * 1024
        }
    }
}
