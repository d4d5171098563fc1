import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The loop of a transport: started with it, or by a later send if that failed.
final class LoopStarter: Sendable {
    private struct State {
        var mailbox: Mailbox?
        var isShutDown = false
    }

    private let state = Lock(State())
    private let settings: TransferSettings
    private let makeWaiter: @Sendable () -> (any Waiter)?

    init(settings: TransferSettings, waiter: @escaping @Sendable () -> (any Waiter)?) {
        self.settings = settings
        makeWaiter = waiter
    }

    /// The mailbox of the loop; throws `.closed` after `shutDown`, and `.cannotConnect` if no loop can be started.
    func mailbox() throws(NetworkError) -> Mailbox {
        try state.withLock { state throws(NetworkError) in
            guard !state.isShutDown else { throw .closed }
            if let mailbox = state.mailbox, mailbox.startFailure == nil { return mailbox }
            let mailbox = try start()
            state.mailbox = mailbox
            return mailbox
        }
    }

    private func start() throws(NetworkError) -> Mailbox {
        guard let mailbox = Mailbox() else { throw .noLoop(errno) }
        let result = LoopThread.start(mailbox, settings: settings, waiter: makeWaiter)
        guard result == 0 else { throw .noLoop(result) }
        GlobalState.register(mailbox)
        return mailbox
    }

    func shutDown() {
        let mailbox = state.withLock { state in
            state.isShutDown = true
            return state.mailbox
        }
        mailbox?.close()
    }
}

extension NetworkError {
    /// No connection can be made, since the system has refused a resource that a loop or a connection needs.
    static func noLoop(_ number: Int32) -> Self {
        switch number {
        case EMFILE, ENFILE: outOfDescriptors(number)
        case EAGAIN: NetworkError(.cannotConnect, "the process cannot start another thread (EAGAIN)")
        default: NetworkError(.cannotConnect, "the transport's loop cannot be started (error \(number))")
        }
    }
}
