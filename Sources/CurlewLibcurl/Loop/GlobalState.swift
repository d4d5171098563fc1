import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The process-wide state of libcurl and OpenSSL: set up once, never torn down.
enum GlobalState {
    private static let mailboxes = Lock([WeakMailbox]())

    /// Sets libcurl up, once.
    static func initialize() { _ = once }

    private static let once: Void = {
        keepOpenSSLAfterExit()
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        atexit { GlobalState.stopLoops() }
    }()

    /// By default OpenSSL frees its state when the process exits, while a loop may still use it; this keeps it.
    ///
    /// It is looked up, not linked: libcurl may be built with another TLS library.
    private static func keepOpenSSLAfterExit() {
        #if os(Linux)
            typealias Function = @convention(c) (UInt64, UnsafeMutableRawPointer?) -> Int32
            let withoutExitHandler: UInt64 = 0x0008_0000
            guard let symbol = unsafe dlsym(nil, "OPENSSL_init_crypto") else { return }
            _ = unsafe unsafeBitCast(symbol, to: Function.self)(withoutExitHandler, nil)
        #endif
    }

    /// Registers a loop that must be stopped before the process exits.
    static func register(_ mailbox: Mailbox) {
        mailboxes.withLock { mailboxes in
            mailboxes.removeAll { $0.mailbox == nil }
            mailboxes.append(WeakMailbox(mailbox: mailbox))
        }
    }

    /// Where the host program has initialised OpenSSL first, its exit handler runs anyway, after this one.
    ///
    /// Waits for the loops at most 500 ms each.
    private static func stopLoops() {
        let running = mailboxes.withLock { $0.compactMap(\.mailbox) }
        for mailbox in running { mailbox.close() }
        for mailbox in running { waitForEnd(of: mailbox) }
    }

    /// The waits start short: a loop without transfers ends within microseconds, and so should a short program.
    private static func waitForEnd(of mailbox: Mailbox) {
        var pause: UInt32 = 20
        var waited: UInt32 = 0
        while !mailbox.haveTransfersEnded, waited < 500_000 {
            usleep(pause)
            waited += pause
            pause = min(2 * pause, 1_000)
        }
    }

    private struct WeakMailbox {
        weak var mailbox: Mailbox?
    }
}
