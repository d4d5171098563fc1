import CurlewTransport
import Synchronization

/// What the server has seen, and the sockets that are open.
final class Recorder: Sendable {
    private struct State {
        var snapshot = LoopbackServer.Snapshot()
        var sockets: [Int: Socket] = [:]
        var isStopped = false
    }

    private let state = Lock(State())
    // Requests that are not kept are only counted, without a lock that all connections would contend for.
    private let droppedCount = Atomic(0)
    let recording: LoopbackServer.Recording

    init(_ recording: LoopbackServer.Recording) {
        self.recording = recording
    }

    var snapshot: LoopbackServer.Snapshot {
        var snapshot = state.withLock { $0.snapshot }
        snapshot.requestCount = snapshot.received.count + droppedCount.load(ordering: .relaxed)
        return snapshot
    }

    /// The index of a new connection; nil when the server has stopped.
    func connectionAccepted(_ socket: Socket) -> Int? {
        state.withLock { state in
            if state.isStopped { return nil }
            let index = state.snapshot.connectionCount
            state.sockets[index] = socket
            state.snapshot.connectionCount += 1
            state.snapshot.openConnectionCount += 1
            state.snapshot.peakOpenConnectionCount = max(
                state.snapshot.peakOpenConnectionCount, state.snapshot.openConnectionCount)
            return index
        }
    }

    /// Closes the socket of a connection.
    ///
    /// Holds the lock meanwhile: `stop` must not shut down a descriptor that is closed and perhaps already reused.
    func closeConnection(_ index: Int) {
        state.withLock { state in
            guard let socket = state.sockets.removeValue(forKey: index) else { return }
            socket.close()
            state.snapshot.openConnectionCount -= 1
        }
    }

    /// Wakes every thread that blocks on a connection; each closes its own.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for socket in state.sockets.values { socket.shutdownBoth() }
        }
    }

    /// Keeps a request whose head has arrived; nil if requests are not kept.
    func headReceived(_ request: LoopbackServer.ReceivedRequest) -> Int? {
        if recording.bodyLimit == nil {
            droppedCount.add(1, ordering: .relaxed)
            return nil
        }
        return state.withLock { state in
            state.snapshot.received.append(request)
            return state.snapshot.received.count - 1
        }
    }

    /// Adds a chunk of the body to a kept request.
    func bodyReceived(_ bytes: ArraySlice<UInt8>, isComplete: Bool, at index: Int?) {
        guard let index, let limit = recording.bodyLimit else { return }
        state.withLock { state in
            let kept = state.snapshot.received[index].body.count
            state.snapshot.received[index].body += bytes.prefix(max(0, limit - kept))
            state.snapshot.received[index].bodyLength += bytes.count
            state.snapshot.received[index].isComplete = isComplete
        }
    }
}
