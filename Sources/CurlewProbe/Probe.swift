import Curlew

/// Checks URLs over one transport.
struct Probe: Sendable {
    let transport: any Transport
    /// The total time limit of each URL.
    let timeout: Duration

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
        let client = Client(baseURL: url, transport: transport)
        let start = ContinuousClock.now
        do throws(NetworkError) {
            let response = try await client.response(for: endpoint)
            return Outcome(url: url, status: response.status.code, duration: .now - start, error: nil)
        } catch {
            return Outcome(
                url: url, status: error.response?.status.code, duration: .now - start, error: error)
        }
    }

    /// The base URL itself; only the status matters.
    private var endpoint: Endpoint<Void> {
        .get("").with {
            $0.timeouts = .total(timeout)
            $0.redirects = .doNotFollow
            $0.decoder.acceptableStatus = 200...399
            // Reading a small body lets the next check reuse the connection; a large one is cancelled.
            $0.decoder.bodyLimit = 64 * 1024
        }
    }
}
