public import CurlewTransport

/// Sends requests with libcurl, on one loop thread of its own.
///
/// Make one and share it, or use the process's shared one, `.libcurl`: each transport keeps and reuses its own
/// connections. Releasing the last reference ends the thread, but not before the last body that is still being read.
public final class LibcurlTransport: Transport {
    private let loop: LoopStarter
    private let settings: TransferSettings
    /// What is wrong with the configuration; nil for a valid one.
    private let unusable: NetworkError?
    private let lastExecutor = Lock(WeakExecutor())

    private struct WeakExecutor {
        weak var executor: LoopExecutor?
    }

    /// Makes a transport with its own loop thread and connections.
    ///
    /// While the process has no thread or descriptor left, sends fail with `.cannotConnect`.
    public convenience init(configuration: TransportConfiguration = TransportConfiguration()) {
        self.init(configuration: configuration, waiter: LibcurlTransport.platformWaiter)
    }

    init(
        configuration: TransportConfiguration = TransportConfiguration(), nameOverrides: [String] = [],
        lookupSeconds: Int = 60,
        waiter: @escaping @Sendable () -> (any Waiter)? = LibcurlTransport.platformWaiter
    ) {
        unusable = Self.problem(of: configuration)
        GlobalState.initialize()
        settings = TransferSettings(
            configuration, nameOverrides: nameOverrides, lookupSeconds: lookupSeconds)
        loop = LoopStarter(settings: settings, waiter: waiter)
        // A reason that prevents the start may be gone at the first send, which tries again.
        _ = try? loop.mailbox()
    }

    deinit {
        loop.shutDown()
    }

    private static func problem(of configuration: TransportConfiguration) -> NetworkError? {
        if let problem = CurlVersion.problem(of: CurlVersion.current.number) { return problem }
        do throws(NetworkError) {
            try configuration.check()
            return nil
        } catch {
            return error
        }
    }

    /// Performs one exchange; returns when the final head has arrived, or later with a small body.
    ///
    /// Throws `NetworkError` as the contract of `Transport` says; `.unsupported` for a body on HEAD.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let startTime = MonotonicTime.now
        if let unusable { throw unusable }
        let request = try request.prepared()
        guard request.method != .head || request.body == nil else {
            throw .unsupported("libcurl sends no body with HEAD")
        }
        try LibcurlOmission.check(request.fields, for: CurlVersion.current.number)
        let path = try settings.path(of: request)
        let mailbox = try loop.mailbox()
        // Read here: a slow disk would block every transfer of the loop.
        if request.target.isSecure || path.usesTLS { _ = try settings.tlsMaterial() }
        let ticket = TransferTicket(owner: self, mailbox: mailbox)
        let upload = UploadChannel.start(request.body, ticket: ticket)
        return try await withNetworkContinuation { continuation in
            let start = TransferStart(
                request: request, path: path, startTime: startTime, ticket: ticket, upload: upload,
                continuation: continuation)
            if !mailbox.post(.start(start)) { start.fail(mailbox.startFailure ?? .closed) }
        } onCancel: {
            ticket.cancel()
        }
    }

    /// Runs tasks on the loop's own thread, so that a request costs them no thread switch.
    ///
    ///     await withTaskExecutorPreference(transport.executor) { … }
    ///
    /// It suits short code around requests: many small requests, sequential or concurrent. Transfers and tasks take
    /// turns: no task starves the transfers if it awaits now and then. Tasks that prefer it run to their end even
    /// after `shutdown`; once the thread has ended, this is the global executor.
    ///
    /// Do not use it
    /// - for code that computes for more than about a millisecond: no transfer of this transport makes progress
    ///   meanwhile, and no timeout fires;
    /// - for code that blocks on a lock, a semaphore, a file or a process: if what it waits for needs this transport, it
    ///   waits indefinitely;
    /// - for all work of a program: all tasks on it share one thread.
    public var executor: any TaskExecutor {
        lastExecutor.withLock { last in
            if let executor = last.executor { return executor }
            guard let executor = (try? loop.mailbox()).flatMap({ LoopExecutor(mailbox: $0) }) else {
                return globalConcurrentExecutor
            }
            last.executor = executor
            return executor
        }
    }

    /// Ends every transfer with `.closed`; later sends fail with it at once, and a second call does nothing.
    public func shutdown() {
        loop.shutDown()
    }

    static let platformWaiter: @Sendable () -> (any Waiter)? = {
        #if os(Linux)
            EpollWaiter()
        #else
            PollWaiter()
        #endif
    }
}

extension Transport where Self == LibcurlTransport {
    /// The process's shared libcurl transport.
    public static var libcurl: LibcurlTransport { LibcurlTransport.shared }
}

extension LibcurlTransport {
    fileprivate static let shared = LibcurlTransport()
}
