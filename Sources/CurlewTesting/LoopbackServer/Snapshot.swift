extension LoopbackServer {
    /// What the server keeps of the requests that it receives.
    public struct Recording: Sendable {
        let requestLimit: Int
        let bodyLimit: Int

        /// Counts requests and keeps none of them.
        public static let off = latest(0)

        /// Keeps the latest 1,000 requests, each with at most 1 MiB of its body.
        public static let on = latest()

        /// Keeps the latest requests; a newer one replaces the oldest one.
        ///
        /// - Parameters:
        ///   - requests: the most requests that are kept.
        ///   - bytes: the most bytes that are kept of each body.
        public static func latest(_ requests: Int = 1_000, bodiesUpTo bytes: Int = 1 << 20) -> Recording {
            Recording(requestLimit: max(0, requests), bodyLimit: max(0, bytes))
        }
    }

    /// What the server has seen up to one moment.
    public struct Snapshot: Sendable {
        /// The latest requests whose head has arrived, in order, as many as the `Recording` keeps.
        public internal(set) var received: [ReceivedRequest] = []
        /// The number of requests that have arrived, including those that are not kept.
        public internal(set) var requestCount = 0
        /// The number of connections that have been accepted.
        public internal(set) var connectionCount = 0
        /// The number of open connections.
        public internal(set) var openConnectionCount = 0
        /// The largest number of connections open at the same time.
        public internal(set) var peakOpenConnectionCount = 0
    }
}

extension LoopbackServer {
    /// What the server has seen so far.
    public var snapshot: Snapshot { recorder.snapshot }

    /// The latest requests whose head has arrived, in order: 1,000 unless the server's `Recording` says otherwise.
    public var received: [ReceivedRequest] { snapshot.received }

    /// The number of requests that have arrived, including those that are not kept.
    public var requestCount: Int { snapshot.requestCount }

    /// The number of connections that have been accepted.
    public var connectionCount: Int { snapshot.connectionCount }

    /// The number of open connections.
    public var openConnectionCount: Int { snapshot.openConnectionCount }

    /// The largest number of connections open at the same time.
    public var peakOpenConnectionCount: Int { snapshot.peakOpenConnectionCount }

    /// Waits until `condition` holds for what the server has seen; checks every two milliseconds.
    ///
    /// - Returns: whether it held within `limit`; in a cancelled task, whether it holds now.
    public func waitUntil(
        within limit: Duration = .seconds(10), _ condition: @Sendable (Snapshot) -> Bool
    ) async -> Bool {
        let deadline = ContinuousClock.now + limit
        while !condition(snapshot) {
            if ContinuousClock.now >= deadline || Task.isCancelled { return false }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return true
    }
}
