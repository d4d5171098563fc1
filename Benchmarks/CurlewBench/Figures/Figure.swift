/// Bounds on the costs of the transports and the client, checked against a server in another process.
struct Figure: Sendable {
    let name: String
    /// Runs the checks with a share of the full counts, 1 for all of them.
    let check: @Sendable (_ server: String, _ share: Double) async throws -> [Bound]

    /// A figure without counts.
    init(name: String, check: @escaping @Sendable (_ server: String) async throws -> [Bound]) {
        self.init(name: name) { server, _ in try await check(server) }
    }

    init(name: String, check: @escaping @Sendable (_ server: String, _ share: Double) async throws -> [Bound])
    {
        self.name = name
        self.check = check
    }

    static let all: [Figure] = [
        download, downloadFile, upload, events, cancel, timeoutRace, reuse, idle, lookup, lookups, exit,
        client,
        resend, pool, bomb, requests, http2Download, gzipDownload, tlsClients,
        urlSessionCancel, urlSessionSlow, urlSessionCrash, urlSessionLost, urlSessionTimes, urlSessionTLS,
        urlSessionFreeze, urlSessionBurst,
    ]
}
