import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Starts the thread that runs a loop until its mailbox is closed.
enum LoopThread {
    /// Starts a detached thread; returns the system's error number, 0 for none.
    static func start(
        _ mailbox: Mailbox, settings: TransferSettings, waiter: @escaping @Sendable () -> (any Waiter)?
    ) -> Int32 {
        let body = Body(mailbox: mailbox, settings: settings, makeWaiter: waiter)
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let data = unsafe Unmanaged.passRetained(body).toOpaque()
        var thread = notStarted
        let result = unsafe pthread_create(&thread, &attributes, { unsafe LoopThread.main($0) }, data)
        if result != 0 { unsafe Unmanaged<Body>.fromOpaque(data).release() }
        return result
    }

    #if canImport(Darwin)
        private static var notStarted: pthread_t? { nil }
    #else
        private static var notStarted: pthread_t { pthread_t() }
    #endif

    private final class Body: Sendable {
        let mailbox: Mailbox
        let settings: TransferSettings
        let makeWaiter: @Sendable () -> (any Waiter)?

        init(
            mailbox: Mailbox, settings: TransferSettings, makeWaiter: @escaping @Sendable () -> (any Waiter)?
        ) {
            self.mailbox = mailbox
            self.settings = settings
            self.makeWaiter = makeWaiter
        }
    }

    private static func main(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let data = unsafe data else { return nil }
        let body = unsafe Unmanaged<Body>.fromOpaque(data).takeRetainedValue()
        blockBrokenPipeSignal()
        run(body)
        return nil
    }

    /// The thread stays as long as tasks may post jobs.
    private static func run(_ body: Body) {
        runTransfers(body)
        // The connections are closed by now: a caller that waits for this may end the process.
        body.mailbox.noteTransfersEnded()
        var jobs = RemainingJobs(of: body.mailbox)
        jobs.run()
    }

    private static func runTransfers(_ body: Body) {
        errno = 0
        guard let waiter = body.makeWaiter() else { return refuseAll(body.mailbox, .noLoop(errno)) }
        guard var loop = Loop(mailbox: body.mailbox, waiter: waiter, settings: body.settings) else {
            return refuseAll(body.mailbox, .noLoop(ENOMEM))
        }
        loop.run()
    }

    /// Without a loop every send fails instead of waiting indefinitely.
    private static func refuseAll(_ mailbox: Mailbox, _ failure: NetworkError) {
        mailbox.close(failure)
        var commands: [Command] = []
        mailbox.drain(into: &commands)
        for case .start(let start) in commands { start.fail(failure) }
    }

    /// A write to a connection that the peer has closed raises SIGPIPE, which would end the process.
    ///
    /// OpenSSL writes without MSG_NOSIGNAL. Blocked only on this thread: the program's own handling is unchanged.
    private static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
