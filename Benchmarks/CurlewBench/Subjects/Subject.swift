import Curlew
import CurlewLibcurl
import CurlewURLSession
import PlainLoop

/// What is compared: one way to send requests.
protocol Subject: Sendable {
    var name: String { get }
    /// It gets one request where the others get so many, since it is slower by about as much.
    var slowness: Int { get }

    func canDo(_ work: Work) -> Bool

    /// Does the work with connections of its own.
    func run(_ work: Work) async -> Tally
}

extension Subject {
    var slowness: Int { 1 }
    func canDo(_ work: Work) -> Bool { true }
}

/// Every subject, the one that the ratios refer to first.
enum Subjects {
    static let reference = "plain-epoll"

    static var all: [any Subject] {
        var subjects: [any Subject] = [
            PlainLoopSubject(name: "plain-poll", kind: PLAIN_LOOP_POLL),
            TransportSubject(name: "libcurl") { LibcurlTransport() },
            ClientSubject(name: "client-libcurl") { LibcurlTransport() },
            TransportSubject(name: "urlsession", slowness: 10) { URLSessionTransport() },
        ]
        #if os(Linux)
            subjects.insert(PlainLoopSubject(name: reference, kind: PLAIN_LOOP_EPOLL), at: 0)
        #endif
        return subjects
    }
}
