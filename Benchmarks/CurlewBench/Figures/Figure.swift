/// Bounds on what the libcurl transport costs, checked against a server in another process.
struct Figure: Sendable {
    let name: String
    let check: @Sendable (_ server: String) async throws -> [Bound]

    static let all: [Figure] = [
        download, upload, cancel, timeoutRace, reuse, idle, lookup, exit, http2Download, gzipDownload,
        tlsClients,
    ]
}
