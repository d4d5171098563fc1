import CurlewLibcurl
import CurlewURLSession
import PlainLoop

/// Every subject, the one that the ratios refer to first.
enum Subjects {
    static let reference = "plain-epoll"

    static var all: [any Subject] {
        var subjects: [any Subject] = [
            PlainLoopSubject(name: "plain-poll", kind: PLAIN_LOOP_POLL),
            TransportSubject(name: "libcurl", stack: .libcurl),
            TransportSubject(name: "libcurl-executor", stack: .libcurlExecutor),
            ClientSubject(name: "client-libcurl", stack: .libcurl),
            TransportSubject(name: "urlsession", stack: .urlSession),
            ClientSubject(name: "client-urlsession", stack: .urlSession),
        ]
        #if os(Linux)
            subjects.insert(PlainLoopSubject(name: reference, kind: PLAIN_LOOP_EPOLL), at: 0)
        #endif
        return subjects
    }
}
