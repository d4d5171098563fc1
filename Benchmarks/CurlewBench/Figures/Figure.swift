/// Bounds on what the libcurl transport and the client cost, checked against a server in another process.
struct Figure: Sendable {
    let name: String
    let check: @Sendable (_ server: String) async throws -> [Bound]

    static let all: [Figure] = [
        download, downloadFile, upload, events, cancel, timeoutRace, reuse, idle, lookup, exit, client,
    ]
}
