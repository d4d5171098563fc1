import CurlewTransport

/// An HTTP/1.1 server on the loopback address of this machine, for tests, samples and benchmarks.
///
/// It has the routes of `Route.builtIn`, which answer like httpbin.org, and any that a test adds:
///
///     let server = try LoopbackServer(routes: [.init("GET", "/users/*") { _ in .json(#"{"name":"Ada"}"#) }])
///     let client = Client(baseURL: server.url, transport: .libcurl)
///
/// A server made with a script sends exactly the bytes that it is told to:
///
///     let server = try LoopbackServer { connection in
///         _ = try connection.readRequest()
///         try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
///     }
///
/// It serves plain HTTP only, one thread per connection, until `stop()` or until the last reference is gone.
public final class LoopbackServer: Sendable {
    /// The address that a server listens on.
    public enum Host: Sendable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6

        var address: String { self == .ipv4 ? "127.0.0.1" : "::1" }
    }

    /// What a scripted server does with each connection, on that connection's own thread.
    public typealias Script = @Sendable (Connection) throws -> Void

    /// The address that the server listens on.
    public let host: Host
    private let listener: Listener
    let recorder: Recorder

    /// Starts a server that runs `script` once for each connection and closes the connection afterwards.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 for one that is free.
    ///   - host: the address to listen on.
    ///   - recording: what is kept of the requests that the script reads.
    ///   - script: what to do with a connection; an error that it throws closes the connection.
    /// - Throws: `StartError` with the error number of the system.
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

    /// Starts a server that answers with the first of `routes` that fits, or else with one of the built-in routes.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 for one that is free.
    ///   - host: the address to listen on.
    ///   - recording: what is kept of the requests.
    ///   - routes: more routes, which come before the built-in ones.
    /// - Throws: `StartError` with the error number of the system.
    public convenience init(
        port: UInt16 = 0, host: Host = .ipv4, recording: Recording = .on, routes: [Route] = []
    ) throws(StartError) {
        let table = RouteTable(routes + Route.builtIn)
        try self.init(port: port, host: host, recording: recording) { try table.serve($0) }
    }

    /// Starts a server that gives the first of `replies` to the first request, and so on, over all connections.
    ///
    /// A request for which no reply is left is answered with 500.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 for one that is free.
    ///   - host: the address to listen on.
    ///   - recording: what is kept of the requests.
    ///   - replies: what to send.
    /// - Throws: `StartError` with the error number of the system.
    public convenience init(
        port: UInt16 = 0, host: Host = .ipv4, recording: Recording = .on, replies: [Reply]
    ) throws(StartError) {
        let sequence = ReplySequence(replies)
        try self.init(port: port, host: host, recording: recording) { try sequence.serve($0) }
    }

    deinit {
        stop()
    }

    /// The port that the server listens on.
    public var port: UInt16 { listener.port }

    /// The address and port as in a URL, such as `127.0.0.1:8080` or `[::1]:8080`.
    public var authority: String {
        host == .ipv4 ? "\(host.address):\(port)" : "[\(host.address)]:\(port)"
    }

    /// The URL of the server without a path, such as `http://127.0.0.1:8080`.
    public var url: String { "http://\(authority)" }

    /// The URL of a port where nobody listens; that of a stopped server may soon be another's.
    package static let refusingURL = "http://127.0.0.1:1"

    /// Closes the port and ends every connection; harmless when repeated.
    ///
    /// When it returns, a new connection is refused; the threads of the connections end by themselves.
    public func stop() {
        listener.stop()
        recorder.stop()
    }
}
