extension LoopbackServer {
    /// What the server keeps of the requests that it receives.
    public struct Recording: Sendable {
        let bodyLimit: Int?

        /// Counts requests and keeps none of them.
        public static let off = Recording(bodyLimit: nil)

        /// Keeps every request, and of its body at most `bytes` bytes.
        public static func bodies(upTo bytes: Int) -> Recording {
            Recording(bodyLimit: max(0, bytes))
        }

        /// Keeps every request, and of its body at most 1 MiB.
        public static let on = bodies(upTo: 1 << 20)
    }

    /// What the server had seen at one moment.
    public struct Snapshot: Sendable {
        /// The requests whose head has come, in order; empty when recording is off.
        public internal(set) var received: [ReceivedRequest] = []
        /// How many requests have come.
        public internal(set) var requestCount = 0
        /// How many connections have been accepted.
        public internal(set) var connectionCount = 0
        /// How many connections are open.
        public internal(set) var openConnectionCount = 0
        /// The most connections that were open at the same time.
        public internal(set) var peakOpenConnectionCount = 0
    }
}

extension LoopbackServer {
    /// What the server has seen so far.
    public var snapshot: Snapshot { recorder.snapshot }

    /// The requests whose head has come, in order; empty when recording is off.
    public var received: [ReceivedRequest] { snapshot.received }

    /// How many requests have come.
    public var requestCount: Int { snapshot.requestCount }

    /// How many connections have been accepted.
    public var connectionCount: Int { snapshot.connectionCount }

    /// How many connections are open.
    public var openConnectionCount: Int { snapshot.openConnectionCount }

    /// The most connections that were open at the same time.
    public var peakOpenConnectionCount: Int { snapshot.peakOpenConnectionCount }

    /// Waits until `condition` holds for what the server has seen; looks every two milliseconds.
    ///
    /// - Returns: whether it held within `limit`; a cancelled task gets the answer at once.
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
