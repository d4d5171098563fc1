import CCurl
import CurlewTransport

/// How transfers begin and end: commands of tasks, and admission to connections.
extension Loop {
    mutating func runCommands() {
        inbox.takeCommands()
        for command in inbox.commands { run(command) }
        inbox.forgetCommands()
    }

    private mutating func run(_ command: Command) {
        switch command {
        case .start(let start): self.start(start)
        case .cancel(let ticket):
            if let transfer = transfers[ticket] { end(transfer, .cancelled) }
        case .resumeBody(let ticket):
            if let transfer = transfers[ticket], transfer.readerResumed() {
                transfer.heldReading.end(&callbacks.sockets)
                multi.unpause(transfer.easy.handle)
            }
        case .resumeUpload(let ticket):
            if let transfer = transfers[ticket] { multi.unpause(transfer.easy.handle) }
        }
        noteDeadline(after: command)
    }

    private mutating func noteDeadline(after command: Command) {
        switch command {
        case .start(let start):
            transfers.noteDeadline(transfers[start.ticket]?.deadlines.next ?? .distantFuture)
        case .resumeBody(let ticket):
            transfers.noteDeadline(transfers[ticket]?.deadlines.next ?? .distantFuture)
        case .cancel, .resumeUpload: break
        }
    }

    private mutating func start(_ start: TransferStart) {
        guard !start.ticket.isCancelled else { return start.fail(.cancelled) }
        do throws(NetworkError) {
            guard let easy = handles.take() else { throw Self.outOfMemory }
            let transfer = try Transfer(
                start, easy: easy, settings: settings, callbacks: callbacks, pool: chunks.pool)
            try transfer.configure()
            transfers.insert(transfer)
            if admission.request(transfer) { admit(transfer) }
        } catch {
            start.fail(error)
        }
    }

    /// Lets transfers request a connection again that have waited for a host which needs no waiting.
    mutating func startAll(_ slots: [Int]) {
        for slot in slots {
            if let transfer = transfers[slot], admission.request(transfer) { admit(transfer) }
        }
    }

    private mutating func admit(_ transfer: Transfer) {
        transfer.admittedTime = callbacks.now
        giveToCurl(transfer)
        limits.growKept(to: transfers.count, on: multi)
    }

    /// Hands a transfer to curl, for the first time or again.
    mutating func giveToCurl(_ transfer: Transfer, route: Int? = nil) {
        settleConnections()
        chooseRoute(transfer, route)
        transfer.waitForShared(from: callbacks.now)
        transfers.noteDeadline(transfer.nextTime)
        transfer.attempt.handedOver()
        if !multi.add(transfer.easy.handle) { end(transfer, Self.outOfMemory) }
    }

    mutating func end(_ transfer: Transfer, _ failure: NetworkError?) {
        let slot = transfer.slot
        stopConnecting(transfer)
        if transfer.admittedTime != nil { multi.remove(transfer.easy.handle) }
        transfer.heldReading.end(&callbacks.sockets)
        noteSilence(of: transfer, failure)
        transfer.easy.handle.end()
        transfers.remove(transfer)
        transfer.end(failure)
        senders.note(transfer)
        if failure == nil { handles.giveBack(transfer.easy, bufferSize: transfer.bufferSize) }
        admitAll(admission.ended(transfer, slot: slot))
        if failure == nil { connectionFreed(by: transfer) }
    }

    private mutating func admitAll(_ slots: [Int]) {
        for slot in slots {
            guard let transfer = transfers[slot] else { continue }
            transfer.queueState = .admitted
            admit(transfer)
        }
    }

    static var outOfMemory: NetworkError {
        NetworkError(.other, "libcurl could not allocate a transfer (out of memory)")
    }
}
