import CCurl
import CurlewTransport

/// Drives all transfers of one transport on one thread.
///
/// *Easy handle*: curl's object for one transfer. *Multi handle*: curl's object for all of them and their connections.
/// *Transfer*: our side of one exchange on one easy handle.
struct Loop: ~Copyable {
    let mailbox: Mailbox
    private let waiter: any Waiter
    let settings: TransferSettings
    let callbacks = LoopCallbacks()
    let chunkPool = ChunkPool()
    // Fields die in this order: easy handles before the multi handle.
    private var sweep: ConnectionSweep?
    var transfers = TransferSlots()
    var handles = HandlePool()
    var lookups: [Lookup] = []
    let multi: MultiHandle
    var commands: [Command] = []
    private var touched: [Transfer] = []
    /// The transfers whose waiters are to be woken.
    var answered: [Transfer] = []
    private var jobs: [LoopJob] = []
    /// The earliest of all transfers' deadlines, or earlier: a deadline that moved back is found by the next scan.
    var nextDeadline = MonotonicTime.distantFuture
    /// When the buffers of the last transfers are let go; `distantFuture` while there are transfers, and afterwards.
    private var trimTime = MonotonicTime.distantFuture
    private var hadTransfers = false
    /// When curl looks for the connections that were shut down.
    var sweepTime = MonotonicTime.distantFuture
    var keptConnections = 64
    /// HTTP/2 connections of which libcurl may still hold bytes that no socket tells of.
    private var unfinished: Set<ConnectionEnds> = []
    /// Connections that may be dead, and what keeps new requests off them.
    var suspects: [SuspectConnection] = []
    var routes = ConnectionRoutes()
    var admission: ConnectionAdmission
    var lookupQueue = LookupQueue<HostName>()
    /// Whose dial has a socket.
    var dialing: [Int32: Transfer] = [:]

    /// Makes a loop; nil when the process has no memory or no descriptor left.
    init?(mailbox: Mailbox, waiter: any Waiter, settings: TransferSettings) {
        self.mailbox = mailbox
        self.waiter = waiter
        self.settings = settings
        let configuration = settings.configuration
        admission = ConnectionAdmission(configuration)
        guard let multi = MultiHandle(callbacks: callbacks) else { return nil }
        WakeupPair.hide(of: multi)
        multi.set(CURLMOPT_MAXCONNECTS, keptConnections)
        if let most = configuration.connectionsPerHost { multi.set(CURLMOPT_MAX_HOST_CONNECTIONS, most) }
        // The server's own limit counts; curl's lower one would open another connection for each request beyond it.
        multi.set(CURLMOPT_MAX_CONCURRENT_STREAMS, 1 << 20)
        self.multi = multi
        limitConnections()
        callbacks.sockets.lifetimes = settings.lifetimes
        waiter.apply(.add(mailbox.wakeupDescriptor, .read))
    }

    /// Runs until the mailbox is closed, then ends every transfer with `.closed`.
    mutating func run() {
        while !mailbox.isClosed { turn() }
        runCommands()
        for transfer in transfers.all { end(transfer, .closed) }
        endLookups()
        resumeWaiters()
        // Each of these holds the object that holds the list.
        callbacks.touched.removeAll()
        callbacks.sockets.takeChanges(waiter.apply)
    }

    private mutating func turn() {
        waitForEvents()
        runTimers()
        readOn()
        // Before what follows: curl gets on with transfers and lookups meanwhile.
        if min(callbacks.sockets.nextExpiry, sweepTime) <= callbacks.now { endExpiredConnections() }
        resumeLookups()
        endDone()
        shareReadyConnections()
        // Afterwards: what has ended in time, though it is noticed late, has not timed out.
        if nextDeadline <= callbacks.now { endTimedOut() }
        flushTouched()
        resumeWaiters()
        runJobs()
        runCommands()
        flushTouched()
        resumeWaiters()
        callbacks.sockets.takeChanges(waiter.apply)
        noteTransfers()
    }

    /// Many buffers are kept from the first transfer until there was none for a second.
    private mutating func noteTransfers() {
        let hasTransfers = transfers.count > 0
        if hasTransfers != hadTransfers {
            hadTransfers = hasTransfers
            if hasTransfers { chunkPool.keepMany() }
            trimTime = hasTransfers ? .distantFuture : callbacks.now.advanced(byNanoseconds: 1_000_000_000)
        } else if trimTime <= callbacks.now {
            chunkPool.keepFew()
            trimTime = .distantFuture
        }
    }

    private var nextTime: MonotonicTime {
        min(callbacks.timer, nextDeadline, trimTime, callbacks.sockets.nextExpiry, sweepTime)
    }

    private mutating func waitForEvents() {
        let now = MonotonicTime.now
        let mayBlock = mailbox.prepareToWait() && callbacks.touched.isEmpty && unfinished.isEmpty
        let next = mayBlock ? nextTime : now
        let count = waiter.wait(milliseconds: next.milliseconds(from: now))
        callbacks.now = .now
        for index in 0..<count {
            let ready = waiter.ready(at: index)
            if ready.descriptor == mailbox.wakeupDescriptor {
                mailbox.acknowledgeWakeup()
            } else if !dialing.isEmpty, let transfer = dialing[ready.descriptor] {
                // What fired may be a socket that was closed meanwhile, whose number this dial has got.
                if callbacks.sockets.fired(ready.descriptor) { dialFired(ready.descriptor, of: transfer) }
            } else {
                if ready.events.contains(.read) { callbacks.sockets.heard(from: ready.descriptor) }
                guard callbacks.sockets.fired(ready.descriptor) else { continue }
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
    }

    /// libcurl stops reading from an HTTP/2 connection while it holds bytes for a transfer, and does not always go on by
    /// itself (curl#10988): whoever got bytes is made to read until none come.
    private mutating func readOn() {
        let connections = unfinished
        unfinished.removeAll()
        for ends in connections {
            guard let descriptor = callbacks.sockets.connection(between: ends) else { continue }
            callbacks.sockets.noteMultiplexed(descriptor)
            multi.act(on: descriptor, events: CURL_CSELECT_IN)
        }
    }

    private mutating func endTimedOut() {
        nextDeadline = .distantFuture
        var parked: [Transfer] = []
        for transfer in transfers.all {
            if let timeout = transfer.timeout(at: callbacks.now) {
                end(transfer, timeout)
            } else if transfer.sharingEnd <= callbacks.now {
                parked.append(transfer)
            } else if transfer.standstillEnd <= callbacks.now, standsStill(transfer) {
                end(transfer, transfer.failure(for: CURLE_OK))
            } else {
                keepConnecting(transfer)
                nextDeadline = min(nextDeadline, transfer.nextTime)
            }
        }
        if !parked.isEmpty { stopWaiting(parked) }
    }

    mutating func sweepConnections() {
        sweep = sweep ?? ConnectionSweep(settings.lifetimes)
        // At its limit curl would close a connection that is still good.
        if settings.configuration.connections != nil { multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, 0) }
        sweep?.run(on: multi)
        limitConnections()
    }

    /// curl counts lookups as connections, also those that no transfer waits for any more.
    func limitConnections() {
        guard let most = settings.configuration.connections else { return }
        multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, min(most, Int(Int32.max)) + lookups.count)
    }

    private mutating func endDone() {
        while let done = multi.nextDone() {
            switch done.callbacks {
            case let transfer as Transfer where transfer.progress.isAwaitingLookup: awaitLookup(transfer)
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

    /// curl repeats a request that was refused with 417 only while the connection stays open, and one whose HTTP/2
    /// connection has died hardly ever.
    private func sendAgain(_ transfer: Transfer) -> Bool {
        multi.remove(transfer.easy.handle)
        return multi.add(transfer.easy.handle)
    }

    /// One pass: what curl hands over while it is unpaused is flushed in the next turn, with what follows it.
    private mutating func flushTouched() {
        callbacks.exchangeTouched(for: &touched)
        defer { touched.removeAll(keepingCapacity: true) }
        for transfer in touched {
            if transfer.flush() { multi.unpause(transfer.easy.handle) }
            if transfer.isAnsweredEarly { end(transfer, transfer.failure(for: CURLE_OK)) }
            transfer.noteStandstill()
            if transfer.outcome != nil { answered.append(transfer) }
            // Behind the head another limit runs, which may pass sooner.
            nextDeadline = min(nextDeadline, transfer.nextTime)
            if transfer.head.version == .http2 { unfinished.insert(transfer.easy.handle.ends) }
            startAll(admission.answered(transfer))
        }
    }

    /// All of a turn's at once: woken one by one, each would cost the threads that run them a sleep and a wake-up.
    private mutating func resumeWaiters() {
        for transfer in answered { transfer.resumeWaiter() }
        answered.removeAll(keepingCapacity: true)
    }

    /// Runs the jobs that are there; those that they hand in wait for the next turn, so that sockets are not starved.
    private mutating func runJobs() {
        mailbox.drain(into: &jobs)
        defer { jobs.removeAll(keepingCapacity: true) }
        for job in jobs { job.run() }
    }
}
