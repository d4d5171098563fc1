import CurlewTransport
import Synchronization

/// A command from another thread to the loop.
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
        var jobs: [LoopJob] = []
        var isClosed = false
        var startFailure: NetworkError?
        /// Whether the loop is blocked or about to block: only then it must be woken.
        var isLoopWaiting = false
        /// How many executors may still add jobs; the thread stays for them.
        var executorCount = 0
        var hasThreadEnded = false

        var isEmpty: Bool { commands.isEmpty && jobs.isEmpty }

        /// Notes that something came; returns whether the loop must be woken.
        mutating func wakes() -> Bool {
            defer { isLoopWaiting = false }
            return isLoopWaiting
        }
    }

    private let state = Lock(State())
    private let wakeup: WakeupDescriptor
    private let transfersHaveEnded = Atomic(false)

    /// Makes a mailbox; nil if the process has no descriptor left.
    init?() {
        guard let wakeup = WakeupDescriptor() else { return nil }
        self.wakeup = wakeup
    }

    var wakeupDescriptor: Int32 { wakeup.readEnd }

    /// Adds a command and wakes the loop; returns false if the mailbox is closed.
    @discardableResult
    func post(_ command: Command) -> Bool {
        let (isAccepted, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            return (true, state.wakes())
        }
        if wakes { wakeup.signal() }
        return isAccepted
    }

    /// Adds a job, even after the mailbox was closed, since losing a job would hang its task.
    func post(_ job: LoopJob) {
        change { $0.jobs.append(job) }
    }

    /// Refuses further commands and lets the loop end.
    ///
    /// - Parameter startFailure: why there is no loop.
    func close(_ startFailure: NetworkError? = nil) {
        change { state in
            state.isClosed = true
            state.startFailure = startFailure ?? state.startFailure
        }
    }

    /// Why its loop could not be started.
    var startFailure: NetworkError? { state.withLock { $0.startFailure } }

    /// Keeps the thread for an executor; returns false if it has ended.
    func addExecutor() -> Bool {
        state.withLock { state in
            guard !state.hasThreadEnded else { return false }
            state.executorCount += 1
            return true
        }
    }

    func removeExecutor() {
        change { $0.executorCount -= 1 }
    }

    private func change(_ body: (inout State) -> Void) {
        let wakes = state.withLock { state in
            body(&state)
            return state.wakes()
        }
        if wakes { wakeup.signal() }
    }
}

/// Methods for the loop's thread.
extension Mailbox {
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether the loop may block: nothing has arrived, and any later arrival wakes it.
    func prepareToWait() -> Bool {
        state.withLock { state in
            state.isLoopWaiting = state.isEmpty && !state.isClosed
            return state.isLoopWaiting
        }
    }

    enum Rest {
        case jobsCame
        case mayWait
        case ended
    }

    /// What remains once the transfers have ended: the thread ends when no executor can hand in a job.
    func rest() -> Rest {
        state.withLock { state in
            guard state.jobs.isEmpty else { return .jobsCame }
            state.hasThreadEnded = state.executorCount == 0
            state.isLoopWaiting = true
            return state.hasThreadEnded ? .ended : .mayWait
        }
    }

    /// Makes the descriptor unreadable until the next signal.
    func acknowledgeWakeup() { wakeup.drain() }

    /// Takes all commands in exchange for an empty array, whose storage is reused.
    func drain(into commands: inout [Command]) {
        state.withLock { swap(&$0.commands, &commands) }
    }

    /// Takes all jobs in the same way.
    func drain(into jobs: inout [LoopJob]) {
        state.withLock { swap(&$0.jobs, &jobs) }
    }

    /// Whether no transfer runs and curl is not called again.
    var haveTransfersEnded: Bool { transfersHaveEnded.load(ordering: .acquiring) }

    func noteTransfersEnded() { transfersHaveEnded.store(true, ordering: .releasing) }
}
