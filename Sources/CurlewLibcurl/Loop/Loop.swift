import CCurl
import CurlewTransport

/// Drives all transfers of one transport on one thread.
///
/// *Easy handle*: curl's object for one transfer. *Multi handle*: curl's object for all of them and their connections.
/// *Transfer*: our side of one exchange on one easy handle.
struct Loop: ~Copyable {
    let settings: TransferSettings
    let callbacks = LoopCallbacks()
    private let waiter: any Waiter
    var inbox: Inbox
    var chunks = ChunkReserve()
    // Fields die in this order: easy handles before the multi handle.
    var sweeper: Sweeper
    var transfers = TransferSlots()
    var handles = HandlePool()
    var lookups = Lookups()
    let multi: MultiHandle
    private var touched: [Transfer] = []
    var senders = WaitingSenders()
    private var unread = UnreadConnections()
    var limits: ConnectionLimits
    var routes = ConnectionRoutes()
    var admission: ConnectionAdmission
    /// The transfers whose dials own these sockets.
    var dialing: [Int32: Transfer] = [:]

    /// Makes a loop; nil if the process has no memory or no descriptor left.
    init?(mailbox: Mailbox, waiter: any Waiter, settings: TransferSettings) {
        self.settings = settings
        self.waiter = waiter
        inbox = Inbox(mailbox)
        sweeper = Sweeper(settings.lifetimes)
        limits = ConnectionLimits(settings.configuration)
        admission = ConnectionAdmission(settings.configuration)
        guard let multi = MultiHandle(callbacks: callbacks) else { return nil }
        WakeupPair.hide(of: multi)
        limits.apply(to: multi)
        self.multi = multi
        callbacks.sockets.lifetimes = settings.lifetimes
        waiter.apply(.add(mailbox.wakeupDescriptor, .read))
    }

    /// Runs until the mailbox is closed, then ends every transfer with `.closed`.
    mutating func run() {
        while !inbox.isClosed { turn() }
        runCommands()
        for transfer in transfers.all { end(transfer, .closed) }
        lookups.endAll(on: multi)
        senders.resumeAll()
        // Each of these holds the object that holds the list.
        callbacks.touched.removeAll()
        callbacks.sockets.takeChanges(waiter.apply)
    }

    private mutating func turn() {
        waitForEvents()
        driveCurl()
        endTransfers()
        handOver()
        runTasksAndCommands()
        handOver()
        settle()
    }

    /// Lets curl do work that is due without a socket event.
    private mutating func driveCurl() {
        runTimers()
        drainUnread()
        // Before transfers are ended: curl continues transfers and lookups meanwhile.
        endExpiredConnections()
        lookups.resume(on: multi)
    }

    /// Limits come last: a transfer that ended in time has not timed out, even if this is noticed late.
    private mutating func endTransfers() {
        endDone()
        shareReadyConnections()
        if transfers.nextDeadline <= callbacks.now { endTimedOut() }
    }

    /// Delivers what has arrived to the waiting tasks.
    private mutating func handOver() {
        flushTouched()
        senders.resumeAll()
    }

    private mutating func runTasksAndCommands() {
        inbox.runJobs()
        runCommands()
    }

    /// Passes the turn's changes to the waiter.
    private mutating func settle() {
        callbacks.sockets.takeChanges(waiter.apply)
        chunks.note(hasTransfers: transfers.count > 0, at: callbacks.now)
    }

    private var nextTime: MonotonicTime {
        min(
            callbacks.timer, transfers.nextDeadline, chunks.nextTime, callbacks.sockets.nextExpiry,
            sweeper.nextTime)
    }

    private mutating func waitForEvents() {
        let now = MonotonicTime.now
        let mayBlock = inbox.prepareToWait() && callbacks.touched.isEmpty && unread.isEmpty
        let next = mayBlock ? nextTime : now
        let count = waiter.wait(milliseconds: next.milliseconds(from: now))
        callbacks.now = .now
        for index in 0..<count {
            let ready = waiter.ready(at: index)
            fired(ready.descriptor, ready.events)
        }
    }

    private mutating func fired(_ descriptor: Int32, _ events: ReadyEvents) {
        if descriptor == inbox.descriptor {
            inbox.acknowledgeWakeup()
        } else if !dialing.isEmpty, let transfer = dialing[descriptor] {
            // The event may be of a socket that was closed meanwhile, whose number this dial now has.
            if callbacks.sockets.fired(descriptor) { dialFired(descriptor, of: transfer) }
        } else {
            if events.contains(.read) { callbacks.sockets.heard(from: descriptor) }
            guard callbacks.sockets.fired(descriptor) else { return }
            UnreadWakeups.read(multi, after: callbacks.sockets.isConnection(descriptor))
            multi.act(on: descriptor, events: events.rawValue)
        }
    }

    /// curl's timer is one-shot, and its callback sets the next one.
    private mutating func runTimers() {
        if callbacks.timer <= callbacks.now {
            callbacks.timer = .distantFuture
            multi.act(on: CURL_SOCKET_TIMEOUT)
        }
    }

    private mutating func drainUnread() {
        unread.drain(multi) { [callbacks] ends in
            guard let descriptor = callbacks.sockets.connection(between: ends) else { return nil }
            callbacks.sockets.noteMultiplexed(descriptor)
            return descriptor
        }
    }

    private mutating func endTimedOut() {
        transfers.forgetDeadlines()
        var parked: [Transfer] = []
        for transfer in transfers.all {
            if let timeout = transfer.timeout(at: callbacks.now) {
                end(transfer, timeout)
            } else if transfer.attempt.sharingEnd <= callbacks.now {
                parked.append(transfer)
            } else if transfer.sending.standstillEnd <= callbacks.now, standsStill(transfer) {
                end(transfer, transfer.failure(for: CURLE_OK))
            } else {
                keepConnecting(transfer)
                transfers.noteDeadline(transfer.nextTime)
            }
        }
        if !parked.isEmpty { stopWaiting(parked) }
    }

    private mutating func endDone() {
        while let done = multi.nextDone() {
            switch done.callbacks {
            case let transfer as Transfer where transfer.attempt.progress.isAwaitingLookup:
                awaitLookup(transfer)
            case let transfer as Transfer: endDone(transfer, done.result)
            case let lookup as Lookup: endLookup(lookup, done.result)
            default: break
            }
        }
    }

    private mutating func endDone(_ transfer: Transfer, _ result: CURLcode) {
        let failure = transfer.failure ?? transfer.failure(for: result)
        if !transfer.isToBeSentAgain(after: result, failure) || !sendAgain(transfer) {
            end(transfer, transfer.failure ?? failure)
        }
    }

    /// curl repeats a request that was refused with 417 only while the connection stays open, and rarely one whose
    /// HTTP/2 connection has died.
    private func sendAgain(_ transfer: Transfer) -> Bool {
        multi.remove(transfer.easy.handle)
        transfer.attempt.handedOver()
        return multi.add(transfer.easy.handle)
    }

    /// One pass: bytes that curl delivers while it is unpaused are flushed in the next turn, with those that follow.
    private mutating func flushTouched() {
        callbacks.exchangeTouched(for: &touched)
        defer { touched.removeAll(keepingCapacity: true) }
        for transfer in touched {
            if transfer.flush() { multi.unpause(transfer.easy.handle) }
            if HeldReading.isNeeded { holdReading(for: transfer) }
            if transfer.hasEarlyResponse { end(transfer, transfer.failure(for: CURLE_OK)) }
            transfer.noteStandstill()
            senders.note(transfer)
            // After the head another limit applies, which may pass sooner.
            transfers.noteDeadline(transfer.nextTime)
            if transfer.receiving.version == .http2 { unread.note(transfer.easy.handle.ends) }
            startAll(admission.responded(transfer))
        }
    }
}
