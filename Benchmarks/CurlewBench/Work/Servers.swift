/// The addresses of the comparison's servers, as Scripts/bench starts them.
struct Servers: Sendable {
    static let options: Set<String> = [
        "--url", "--https", "--handshake", "--http2", "--file", "--server-process",
    ]

    let url: String
    /// TLS with HTTP/1.1 only.
    let https: String?
    /// The same, but each connection is closed after one response.
    let handshake: String?
    /// TLS with HTTP/2.
    let http2: String?
    /// A local file of 256 MiB to send.
    let file: String?
    let processIdentifier: Int?

    init(_ arguments: Arguments) throws(UsageError) {
        url = try arguments.required("--url")
        https = arguments["--https"]
        handshake = arguments["--handshake"]
        http2 = arguments["--http2"]
        file = arguments["--file"]
        processIdentifier = arguments["--server-process"].flatMap { Int($0) }
    }
}
