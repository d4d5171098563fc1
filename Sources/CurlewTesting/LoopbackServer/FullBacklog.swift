#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A port that accepts nothing: of several connections at once, all but one or two never get established.
package final class FullBacklog: Sendable {
    private let socket: Socket

    package init() throws {
        socket = try Socket.listening(on: .ipv4, port: 0)
        // Calling listen again makes the backlog shorter.
        _ = listen(socket.descriptor, 0)
    }

    deinit {
        socket.close()
    }

    package var url: String { "http://127.0.0.1:\(socket.port)" }
}
