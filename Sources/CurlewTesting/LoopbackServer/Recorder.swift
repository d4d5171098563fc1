import CurlewTransport
import Synchronization

/// What the server has seen, and the sockets that are open.
final class Recorder: Sendable {
    private struct State {
        var snapshot = LoopbackServer.Snapshot()
        var requests: RequestLog
        var sockets: [Int: Socket] = [:]
        var isStopped = false
    }

    private let state: Lock<State>
    // Requests that are not kept are only counted, without a lock that all connections would contend for.
    private let droppedCount = Atomic(0)
    let recording: LoopbackServer.Recording

    init(_ recording: LoopbackServer.Recording) {
        self.recording = recording
        state = Lock(State(requests: RequestLog(limit: recording.requestLimit)))
    }

    var snapshot: LoopbackServer.Snapshot {
        state.withLock { state in
            var snapshot = state.snapshot
            snapshot.received = state.requests.latest
            snapshot.requestCount = state.requests.count + droppedCount.load(ordering: .relaxed)
            return snapshot
        }
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

    /// Keeps a request whose head has arrived, and returns its number; nil if requests are not kept.
    func headReceived(_ request: LoopbackServer.ReceivedRequest) -> Int? {
        if recording.requestLimit == 0 {
            droppedCount.add(1, ordering: .relaxed)
            return nil
        }
        return state.withLock { $0.requests.append(request) }
    }

    /// Adds a chunk of the body to a request, if it is still kept.
    func bodyReceived(_ bytes: ArraySlice<UInt8>, isComplete: Bool, at number: Int?) {
        guard let number else { return }
        state.withLock { state in
            state.requests.update(number) { request in
                request.body += bytes.prefix(max(0, recording.bodyLimit - request.body.count))
                request.bodyLength += bytes.count
                request.isComplete = isComplete
            }
        }
    }
}
