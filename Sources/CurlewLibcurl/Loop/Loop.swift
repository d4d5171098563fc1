import CCurl
import Curlew

/// Drives all transfers of one transport on one thread.
///
/// *Easy handle*: curl's object for one transfer. *Multi handle*: curl's object for all of them and their connections.
/// *Transfer*: our side of one exchange on one easy handle.
struct Loop: ~Copyable {
    private let mailbox: Mailbox
    private let waiter: any Waiter
    private let callbacks = LoopCallbacks()
    private let chunkPool = ChunkPool()
    // Fields die in this order: easy handles before the multi handle.
    private var transfers = TransferSlots()
    private var handles = HandlePool()
    private let multi: MultiHandle
    private var commands: [Command] = []
    private var touched: [Transfer] = []
    /// The earliest of all transfers' deadlines, or earlier: a deadline that moved back is found by the next scan.
    private var nextDeadline = MonotonicTime.distantFuture
    private var connectionLimit = 64

    /// Makes a loop; nil when the process has no memory or no descriptor left.
    init?(mailbox: Mailbox, waiter: any Waiter) {
        self.mailbox = mailbox
        self.waiter = waiter
        guard let multi = MultiHandle(callbacks: callbacks) else { return nil }
        multi.set(CURLMOPT_MAXCONNECTS, connectionLimit)
        self.multi = multi
        waiter.apply(.add(mailbox.wakeupDescriptor, .read))
    }

    /// Runs until the mailbox is closed, then ends every transfer with `.closed`.
    mutating func run() {
        while !mailbox.isClosed { turn() }
        runCommands()
        for transfer in transfers.all { end(transfer, .closed) }
    }

    private mutating func turn() {
        waitForEvents()
        runTimers()
        endDone()
        flushTouched()
        runCommands()
        flushTouched()
        callbacks.sockets.takeChanges(waiter.apply)
    }

    private mutating func waitForEvents() {
        let now = MonotonicTime.now
        let next = callbacks.touched.isEmpty ? min(callbacks.timer, nextDeadline) : now
        let count = waiter.wait(milliseconds: next.milliseconds(from: now))
        callbacks.now = .now
        for index in 0..<count {
            let ready = waiter.ready(at: index)
            if ready.descriptor == mailbox.wakeupDescriptor {
                mailbox.acknowledgeWakeup()
            } else if callbacks.sockets.fired(ready.descriptor) {
                multi.act(on: ready.descriptor, events: ready.events.rawValue)
            }
        }
    }

    /// curl's timer is one-shot, and its callback sets the next one.
    private mutating func runTimers() {
        if callbacks.timer <= callbacks.now {
            callbacks.timer = .distantFuture
            multi.act(on: CURL_SOCKET_TIMEOUT)
        }
        if nextDeadline <= callbacks.now { endTimedOut() }
    }

    private mutating func endTimedOut() {
        nextDeadline = .distantFuture
        for transfer in transfers.all {
            if let timeout = transfer.deadlines.passed(at: callbacks.now) {
                end(transfer, timeout)
            } else {
                nextDeadline = min(nextDeadline, transfer.deadlines.next)
            }
        }
    }

    private mutating func endDone() {
        while let (transfer, result) = multi.nextDone() {
            end(transfer, transfer.failure ?? transfer.failure(for: result))
        }
    }

    /// One pass: what curl hands over while it is unpaused is flushed in the next turn, with what follows it.
    private mutating func flushTouched() {
        swap(&touched, &callbacks.touched)
        defer { touched.removeAll(keepingCapacity: true) }
        for transfer in touched where transfer.flush() { multi.unpause(transfer.easy.handle) }
    }

    private mutating func runCommands() {
        mailbox.drain(into: &commands)
        defer { commands.removeAll(keepingCapacity: true) }
        for command in commands { run(command) }
    }

    private mutating func run(_ command: Command) {
        switch command {
        case .start(let start): self.start(start)
        case .cancel(let ticket):
            if let transfer = transfers[ticket] { end(transfer, .cancelled) }
        case .resumeBody(let ticket):
            if let transfer = transfers[ticket], transfer.readerResumed() {
                multi.unpause(transfer.easy.handle)
            }
        case .resumeUpload(let ticket):
            if let transfer = transfers[ticket] { multi.unpause(transfer.easy.handle) }
        }
        nextDeadline = nextDeadlineAfterCommand(command)
    }

    private func nextDeadlineAfterCommand(_ command: Command) -> MonotonicTime {
        switch command {
        case .start(let start): min(nextDeadline, transfers[start.ticket]?.deadlines.next ?? .distantFuture)
        case .resumeBody(let ticket): min(nextDeadline, transfers[ticket]?.deadlines.next ?? .distantFuture)
        case .cancel, .resumeUpload: nextDeadline
        }
    }

    private mutating func start(_ start: TransferStart) {
        guard !start.ticket.isCancelled else { return start.fail(.cancelled) }
        do throws(NetworkError) {
            guard let easy = handles.take() else { throw Self.outOfMemory }
            let transfer = try Transfer(start, easy: easy, callbacks: callbacks, pool: chunkPool)
            try transfer.configure()
            transfers.insert(transfer)
            guard multi.add(easy.handle) else { return end(transfer, Self.outOfMemory) }
            growConnectionLimit()
        } catch {
            start.fail(error)
        }
    }

    /// curl closes kept connections beyond its limit; the limit follows the largest concurrency that was seen.
    private mutating func growConnectionLimit() {
        guard transfers.count > connectionLimit else { return }
        connectionLimit = transfers.count * 2
        multi.set(CURLMOPT_MAXCONNECTS, connectionLimit)
    }

    private mutating func end(_ transfer: Transfer, _ failure: NetworkError?) {
        multi.remove(transfer.easy.handle)
        transfers.remove(transfer)
        transfer.end(failure)
        handles.giveBack(transfer.easy)
    }

    private static var outOfMemory: NetworkError {
        NetworkError(.other, "libcurl has no memory for a transfer")
    }
}
