import Curlew

/// Checks URLs over one transport.
struct Probe: Sendable {
    private let client: Client
    /// The total time limit of each URL.
    private let timeout: Duration

    init(transport: any Transport, timeout: Duration) {
        client = Client(transport: transport)
        self.timeout = timeout
    }

    /// The outcome for one URL.
    struct Outcome: Sendable {
        let url: String
        /// Nil if there was no response.
        let status: Int?
        let duration: Duration
        /// Nil for a status from 200 to 399.
        let error: NetworkError?
    }

    /// Checks every URL, at most `concurrency` at a time, and reports each outcome as it arrives.
    ///
    /// In a cancelled task it starts no more checks, and interrupted ones have no outcome.
    ///
    /// - Parameter report: takes an outcome; if it returns false, the other checks are cancelled.
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
                    // In a cancelled task, no further URL is taken.
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

    /// A GET; only the status matters.
    private func endpoint(_ url: String) -> Endpoint<Void> {
        .get(url: url).with {
            $0.options.timeouts = .init(
                head: Timeouts.unlimited, idle: Timeouts.unlimited, total: timeout)
            $0.options.redirects = .doNotFollow
            $0.decoder.acceptableStatus = 200...399
            // Reading a small body lets the next check reuse the connection; a large one is cancelled.
            $0.decoder.bodyLimit = 64 * 1024
        }
    }
}
