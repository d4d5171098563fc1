import CurlewLibcurl
import CurlewURLSession
import PlainLoop

/// Every subject; the first is the reference of the ratios.
enum Subjects {
    static let reference = "plain-epoll"

    static var all: [any Subject] {
        onLinux + [
            PlainLoopSubject(name: "plain-poll", kind: PLAIN_LOOP_POLL),
            TransportSubject(name: "libcurl", stack: .libcurl),
            TransportSubject(name: "libcurl-executor", stack: .libcurlExecutor),
            ClientSubject(name: "client-libcurl", stack: .libcurl),
            TransportSubject(name: "urlsession", stack: .urlSession),
            ClientSubject(name: "client-urlsession", stack: .urlSession),
        ]
    }

    #if os(Linux)
        private static var onLinux: [any Subject] {
            [PlainLoopSubject(name: reference, kind: PLAIN_LOOP_EPOLL)]
        }
    #else
        private static var onLinux: [any Subject] { [] }
    #endif
}
