import CurlewTransport

/// An HTTP/1.1 server on the loopback address of this machine, for tests, samples and benchmarks.
///
/// It has the routes of `Route.builtIn`, which respond like httpbin.org, and any that a test adds:
///
///     let server = try LoopbackServer(routes: [.init("GET", "/users/*") { _ in .json(#"{"name":"Ada"}"#) }])
///     let client = Client(baseURL: server.url, transport: .libcurl)
///
/// A server made with a script sends exactly the bytes that the script sends:
///
///     let server = try LoopbackServer { connection in
///         _ = try connection.readRequest()
///         try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
///     }
///
/// It serves plain HTTP only, with one thread per connection, until `stop()` or the release of its last reference.
public final class LoopbackServer: Sendable {
    /// The address that a server listens on; more can be added without breaking a caller.
    public struct Host: Sendable, Hashable {
        private enum Kind: Hashable {
            case ipv4, ipv6
            case unixSocket(String)
            case abstractSocket(String)
        }

        private let kind: Kind

        /// The address 127.0.0.1.
        public static let ipv4 = Host(kind: .ipv4)
        /// The address ::1.
        public static let ipv6 = Host(kind: .ipv6)

        /// A unix socket at a path of at most 107 bytes, which must not exist and is not removed.
        public static func unixSocket(_ path: String) -> Host { Host(kind: .unixSocket(path)) }
        /// A unix socket in Linux's abstract namespace.
        public static func abstractSocket(_ name: String) -> Host { Host(kind: .abstractSocket(name)) }

        var address: String { kind == .ipv6 ? "::1" : "127.0.0.1" }

        /// The name of a unix socket as the system takes it; nil for an internet address.
        var socketName: [UInt8]? {
            switch kind {
            case .ipv4, .ipv6: nil
            case .unixSocket(let path): Array(path.utf8)
            case .abstractSocket(let name): [0] + Array(name.utf8)
            }
        }
    }

    /// What a scripted server does with each connection, on that connection's own thread.
    public typealias Script = @Sendable (Connection) throws -> Void

    /// The address that the server listens on.
    public let host: Host
    private let listener: Listener
    let recorder: Recorder

    /// Starts a server that runs `script` once for each connection, and closes the connection afterwards.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 for a free one.
    ///   - host: the address to listen on.
    ///   - recording: what the server keeps of the requests that the script reads.
    ///   - script: what to do with a connection; if it throws, the connection is closed.
    /// - Throws: `StartError` with the system's error number.
    public init(
        port: UInt16 = 0, host: Host = .ipv4, recording: Recording = .on, script: @escaping Script
    ) throws(StartError) {
        let recorder = Recorder(recording)
        self.host = host
        self.recorder = recorder
        listener = try Listener(host: host, port: port) { socket in
            Connection.start(on: socket, recorder: recorder, script: script)
        }
    }

    /// Starts a server that responds with the first matching route: of `routes` first, then of the built-in ones.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 for a free one.
    ///   - host: the address to listen on.
    ///   - recording: what the server keeps of the requests.
    ///   - routes: more routes; they take precedence over the built-in ones.
    /// - Throws: `StartError` with the system's error number.
    public convenience init(
        port: UInt16 = 0, host: Host = .ipv4, recording: Recording = .on, routes: [Route] = []
    ) throws(StartError) {
        let table = RouteTable(routes + Route.builtIn)
        try self.init(port: port, host: host, recording: recording) { try table.serve($0) }
    }

    /// Starts a server that sends the first of `replies` for the first request, and so on, over all connections.
    ///
    /// When the replies run out, a request gets a 500.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 for a free one.
    ///   - host: the address to listen on.
    ///   - recording: what the server keeps of the requests.
    ///   - replies: what to send.
    /// - Throws: `StartError` with the system's error number.
    public convenience init(
        port: UInt16 = 0, host: Host = .ipv4, recording: Recording = .on, replies: [Reply]
    ) throws(StartError) {
        let sequence = ReplySequence(replies)
        try self.init(port: port, host: host, recording: recording) { try sequence.serve($0) }
    }

    deinit {
        stop()
    }

    /// The port that the server listens on; 0 for a unix socket.
    public var port: UInt16 { listener.port }

    /// The address and port as in a URL, such as `127.0.0.1:8080` or `[::1]:8080`; `localhost` for a unix socket.
    public var authority: String {
        if host.socketName != nil { return "localhost" }
        return host == .ipv6 ? "[\(host.address)]:\(port)" : "\(host.address):\(port)"
    }

    /// The URL of the server without a path, such as `http://127.0.0.1:8080`.
    public var url: String { "http://\(authority)" }

    /// A URL whose port refuses connections; the port of a stopped server may soon belong to another process.
    package static let refusingURL = "http://127.0.0.1:1"

    /// Closes the port and ends every connection; harmless when repeated.
    ///
    /// New connections are refused once it returns; the threads of open connections end by themselves.
    public func stop() {
        listener.stop()
        recorder.stop()
    }
}
