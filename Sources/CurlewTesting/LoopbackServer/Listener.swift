import CurlewTransport

/// A listening socket and the thread that accepts its connections.
///
/// `stop` shuts down one end of a socket pair to wake the thread, which closes the other end when it is done.
final class Listener: Sendable {
    private let signal: Socket
    private let isStopped = Lock(false)
    let port: UInt16

    /// Starts to listen; `accepted` gets each connection on the listener's thread and must not block.
    init(
        host: LoopbackServer.Host, port: UInt16, accepted: @escaping @Sendable (Socket) -> Void
    ) throws(LoopbackServer.StartError) {
        let (signal, threadSignal) = try Socket.pair()
        let socket: Socket
        do {
            socket = try Socket.listening(on: host, port: port)
        } catch {
            signal.close()
            threadSignal.close()
            throw error
        }
        let isRunning = PosixThread.start {
            Self.acceptLoop(socket, until: threadSignal, accepted)
            socket.close()
            threadSignal.close()
        }
        self.signal = signal
        self.port = socket.port
        if !isRunning {
            socket.close()
            threadSignal.close()
            throw .noMoreThreads
        }
    }

    deinit {
        stop()
        signal.close()
    }

    /// Closes the listening socket; harmless when repeated.
    func stop() {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        if wasStopped { return }
        signal.shutdownSending()
        signal.waitForEnd()
    }

    private static func acceptLoop(
        _ socket: Socket, until signal: Socket, _ accepted: @Sendable (Socket) -> Void
    ) {
        while socket.waitForConnection(orEndOf: signal) {
            switch socket.accept() {
            case .success(let connection): accepted(connection)
            // Out of descriptors: the connection stays in the backlog until some are closed.
            case .failure: _ = signal.wait(reading: true, until: .now + .milliseconds(10))
            }
        }
    }
}
