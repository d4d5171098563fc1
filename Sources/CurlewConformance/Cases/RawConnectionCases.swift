import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Connections of broken and hostile servers: cut at each byte, with unsolicited bytes, and slow.
extension ConformanceCase {
    static let rawConnections = [rawCuts, unsolicitedBytes, slowServers]

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let head = ok + "Content-Length: 5\r\nX-A: b\r\n\r\n"
    private static let chunkedHead = ok + "Transfer-Encoding: chunked\r\n\r\n"

    private static let rawCuts = ConformanceCase(
        "raw-cut", "a reply cut at any byte is lost, incomplete or whole, never silently truncated",
        reference: "RFC 9112 §8",
        [LoopbackServer.Reply.Step.close, .reset].flatMap { ending in
            let name = if case .close = ending.kind { "a close" } else { "a reset" }
            return [
                cuts("\(name) at each byte of the status line", head, 1..<ok.utf8.count - 1, .lost, ending),
                cuts(
                    "\(name) at each byte of the fields", head, ok.utf8.count..<head.utf8.count, .lost, ending
                ).inSubprocess(),
                cuts(
                    "\(name) at each byte of a body with a length", "\(head)hello",
                    head.utf8.count..<head.utf8.count + 5, .error([.incompleteBody]), ending),
                cuts(
                    "\(name) at each byte of two chunks", "\(chunkedHead)3\r\nhel\r\n2;a=b\r\nlo\r\n0\r\n",
                    chunkedHead.utf8.count..<chunkedHead.utf8.count + 19, .error([.incompleteBody]), ending),
            ]
        })

    /// Each prefix of the text whose length is in the range.
    private static func cuts(
        _ input: String, _ text: String, _ counts: Range<Int>, _ outcome: RawReply.Outcome,
        _ ending: LoopbackServer.Reply.Step
    ) -> ConformanceCheck {
        .check(input) { transport in
            for count in counts {
                let part = Array(text.utf8.prefix(count))
                do {
                    try await RawReply("", bytes: part, outcome, then: ending).expectOutcome(on: transport)
                } catch let failure as ConformanceFailure {
                    throw ConformanceFailure(
                        expected: "\(failure.expected) at byte \(count)", observed: failure.observed)
                }
            }
        }
    }

    private static let unsolicitedBytes = ConformanceCase(
        "raw-unasked", "unsolicited bytes are not the response to the next request",
        reference: "RFC 9112 §6.3, §9.2, §9.3",
        [
            unsolicited("a response after a length", "\(ok)Content-Length: 2\r\n\r\nok"),
            unsolicited("a response after the last chunk", "\(chunkedHead)2\r\nok\r\n0\r\n\r\n"),
            unsolicited("a response after 204", "HTTP/1.1 204 No Content\r\n\r\n"),
            unsolicited("a response after 304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"),
            unsolicited("a response after HEAD", "\(ok)Content-Length: 9\r\n\r\n", to: .head),
            unsolicited(
                "a timeout's response on an idle connection", "\(ok)Content-Length: 2\r\n\r\nok", later: true),
        ])

    private static func unsolicited(
        _ input: String, _ first: String, to method: HTTPRequest.Method = .get, later: Bool = false
    ) -> ConformanceCheck {
        .check(input) { transport in
            let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
            let sent = Gate()
            let server = try LoopbackServer { connection in
                while let request = try connection.readRequest() {
                    guard request.path == "/first" else {
                        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood")
                        continue
                    }
                    try connection.send(later ? first : first + evil)
                    if later {
                        try connection.pause(.milliseconds(50))
                        try connection.send(evil)
                    }
                    sent.pass()
                }
            }
            _ = try await transport.response(method, "\(server.url)/first")
            while sent.passed == 0 { try await Task.sleep(for: .milliseconds(1)) }
            // Bytes sent over loopback have arrived; the transport may not have seen them yet.
            do {
                let next = try await transport.response(.get, "\(server.url)/next")
                try expect("the body of the next response", next.text, is: "good")
            } catch let error as NetworkError {
                try await expectError(.connectionLost, .protocolViolation) { throw error }
            }
        }
    }

    private static let slowServers = ConformanceCase(
        "raw-slow", "a response is whole, however slowly it arrives", reference: "RFC 9112 §2.2, §6",
        [
            slow("a length, byte by byte", "\(head)hello"),
            slow("chunks, byte by byte", "\(chunkedHead)3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"),
            slow("interim responses, byte by byte", "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n\(head)hello"),
            .check("1,000 chunks of one byte, each echoed before the next is sent") {
                try await echoInterleaved(on: $0)
            },
        ])

    private static func slow(_ input: String, _ text: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer { connection in
                _ = try connection.readRequest()
                for byte in text.utf8 {
                    try connection.send([byte])
                    try connection.pause(.milliseconds(1))
                }
            }
            try expect("the body", try await transport.response(.get, server.url).text, is: "hello")
        }
    }

    private static func echoInterleaved(on transport: any Transport) async throws {
        let server = try LoopbackServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.send(chunkedHead)
            try connection.readBody { bytes in
                for byte in bytes { try? connection.send([0x31, 13, 10, byte, 13, 10]) }
            }
            try connection.send("0\r\n\r\n")
        }
        let (chunks, sending) = AsyncStream.makeStream(of: Data.self)
        defer { sending.finish() }
        let response = try await transport.send(
            HTTPRequest(
                method: .post, url: server.url, body: .stream(chunks), timeouts: .total(.seconds(4)),
                options: .init(delivery: .streamed)))
        var iterator = response.body.makeAsyncIterator()
        for index in 0..<1000 {
            let byte = UInt8(truncatingIfNeeded: index)
            sending.yield(Data([byte]))
            try expect("chunk \(index)", try await iterator.next().map { Array($0) }, is: [byte])
        }
        sending.finish()
        try expect("the end", try await iterator.next(), is: nil)
    }
}
