import Curlew
import Synchronization

/// What other threads ask of the loop.
enum Command: Sendable {
    case start(TransferStart)
    /// The reader has caught up.
    case resumeBody(TransferTicket)
    /// The upload has another chunk, or has ended.
    case resumeUpload(TransferTicket)
    case cancel(TransferTicket)
}

/// The loop's inbox: others post, the loop drains.
final class Mailbox: Sendable {
    private struct State {
        var commands: [Command] = []
        var isClosed = false
    }

    private let state = Lock(State())
    private let wakeup: WakeupDescriptor
    private let loopHasEnded = Atomic(false)

    /// Makes a mailbox; nil when the process has no descriptor left.
    init?() {
        guard let wakeup = WakeupDescriptor() else { return nil }
        self.wakeup = wakeup
    }

    var wakeupDescriptor: Int32 { wakeup.readEnd }

    /// Adds a command and wakes the loop; false when the mailbox is closed.
    @discardableResult
    func post(_ command: Command) -> Bool {
        let (isAccepted, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            return (true, state.commands.count == 1)
        }
        if wakes { wakeup.signal() }
        return isAccepted
    }

    /// Refuses further commands and lets the loop end.
    func close() {
        let wakes = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if wakes { wakeup.signal() }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether the loop's thread has let go of everything.
    var hasLoopEnded: Bool { loopHasEnded.load(ordering: .acquiring) }

    func loopEnded() { loopHasEnded.store(true, ordering: .releasing) }

    /// Takes all commands by exchanging them for an empty array, whose storage is used again.
    func drain(into commands: inout [Command]) {
        state.withLock { swap(&$0.commands, &commands) }
    }

    /// Makes the descriptor unreadable until the next signal.
    func acknowledgeWakeup() { wakeup.drain() }
}
