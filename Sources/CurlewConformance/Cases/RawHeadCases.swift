import Curlew
import CurlewTesting

// Heads of broken and hostile servers.
extension ConformanceCase {
    static let rawHeads = [rawStatusLines, rawFields]

    private static let length = "Content-Length: 5\r\n\r\nhello"
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let manyBytes = String(repeating: "v", count: 300_000)

    private static let rawStatusLines = ConformanceCase(
        "raw-status", "a status line is read as it is, or refused", reference: "RFC 9112 §2.2, §2.3, §4",
        [
            RawReply("no version", "HTTP 200 OK\r\n\(length)", .violation),
            RawReply("a version in lower case", "http/1.1 200 OK\r\n\(length)", .violation),
            RawReply("a version without its minor part", "HTTP/1 200 OK\r\n\(length)", .lenient("hello")),
            RawReply("a minor version of two digits", "HTTP/1.10 200 OK\r\n\(length)", .violation),
            RawReply("HTTP/0.9", "HTTP/0.9 200 OK\r\n\(length)", .violation),
            RawReply("HTTP/2 in the clear", "HTTP/2 200 OK\r\n\(length)", .lenient("hello")),
            RawReply("another protocol's version", "ICY 200 OK\r\n\(length)", .violation),
            RawReply("RTSP", "RTSP/1.0 200 OK\r\n\(length)", .violation),
            RawReply("two spaces", "HTTP/1.1  200  OK\r\n\(length)", .lenient("hello")),
            RawReply("tabs for spaces", "HTTP/1.1\t200\tOK\r\n\(length)", .lenient("hello")),
            RawReply("no space before the status", "HTTP/1.1200 OK\r\n\(length)", .violation),
            RawReply("no space before the phrase", "HTTP/1.1 200OK\r\n\(length)", .lenient("hello")),
            RawReply("a space before it", " HTTP/1.1 200 OK\r\n\(length)", .violation),
            RawReply("an empty line before it", "\r\nHTTP/1.1 200 OK\r\n\(length)", .lenient("hello")),
            RawReply("a BOM before it", "\u{FEFF}HTTP/1.1 200 OK\r\n\(length)", .violation),
            RawReply("a status of four digits", "HTTP/1.1 2000 OK\r\n\(length)", .violation),
            RawReply("a letter in the status", "HTTP/1.1 2x0 OK\r\n\(length)", .violation),
            RawReply("a negative status", "HTTP/1.1 -200 OK\r\n\(length)", .violation),
            RawReply("a signed status", "HTTP/1.1 +20 OK\r\n\(length)", .violation),
            RawReply("a status of 0", "HTTP/1.1 000 OK\r\n\(length)", .violation),
            RawReply("a status of 600", "HTTP/1.1 600 Odd\r\n\(length)", .response(600, "hello")),
            RawReply("a status of 999", "HTTP/1.1 999 Odd\r\n\(length)", .response(999, "hello")),
            RawReply("a NUL in the phrase", "HTTP/1.1 200 O\0K\r\n\(length)", .lenient("hello")),
            RawReply("a CR in the phrase", "HTTP/1.1 200 O\rK\r\n\(length)", .lenient("hello")),
            RawReply(
                "a phrase of 300 KB", "HTTP/1.1 200 \(manyBytes)\r\n\(length)", .error([.headersTooLarge])),
            RawReply("a request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", .violation),
            RawReply("only empty lines", "\r\n\r\n\r\n", .lost),
            RawReply("a TLS alert", bytes: [0x15, 3, 3, 0, 2, 2, 0x50], .violation),
            RawReply(
                "an HTTP/2 SETTINGS frame", bytes: [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0x64],
                .violation),
            RawReply("a head that never ends", "HTTP/1.1 2", .error([.timedOut]), then: .keepOpen)
                .within(.milliseconds(200)),
        ].map(\.check))

    private static let rawFields = ConformanceCase(
        "raw-fields", "a malformed field is dropped, repaired or refused, and changes no other",
        reference: "RFC 9112 §5, §5.1, §5.2; RFC 9110 §5.3, §5.5",
        [
            field("a space before the colon", "X-A : 1\r\n"),
            field("an empty name", ": v\r\n"),
            field("a space in a name", "X A: 1\r\n"),
            field("bytes beyond ASCII in a name", "X-é: 1\r\n"),
            field("a CR in a value", "X-A: a\rb\r\n"),
            field("a control character in a value", "X-A: a\u{1}b\r\n"),
            field("an unclosed quote", "X-A: \"abc\r\n"),
            field("a value folded 1,000 times", "X-A: a\(String(repeating: "\r\n b", count: 1000))\r\n"),
            field("an invalid media type", "Content-Type: text/;;=\"\r\n"),
            field("two media types", "Content-Type: a/b\r\nContent-Type: c/d\r\n"),
            field("invalid times", "Date: never\r\nRetry-After: -1\r\nExpires: 0\r\n"),
            field("invalid cookies", "Set-Cookie: \r\nSet-Cookie: =;;;\r\nSet-Cookie: ;a\r\n"),
            field("an unsolicited upgrade", "Upgrade: h2c\r\nConnection: upgrade\r\n"),
            field("998 more fields", fields(998)),
            tooLarge("1,000 more fields", fields(1000)),
            tooLarge("a name of 300 KB", "\(manyBytes): v\r\n"),
            tooLarge("a line of 300 KB without a colon", "\(manyBytes)\r\n", or: .protocolViolation),
            tooLarge("a head of 300 KB without an end", manyBytes, or: .protocolViolation),
            .check("interim responses without end") { transport in
                let server = try LoopbackServer { connection in
                    _ = try connection.readRequest()
                    while true { try connection.send("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n") }
                }
                let request = try HTTPRequest(url: server.url, timeouts: .total(.milliseconds(500)))
                try await expectError(.headersTooLarge, .timedOut, .protocolViolation) {
                    try await transport.response(to: request)
                }
            },
        ])

    private static func fields(_ count: Int) -> String { (0..<count).map { "X-\($0): v\r\n" }.joined() }

    private static func field(_ input: String, _ lines: String) -> ConformanceCheck {
        RawReply(input, "\(ok)\(lines)\(length)", .lenient("hello")).check
    }

    private static func tooLarge(
        _ input: String, _ lines: String, or other: NetworkError.Code = .headersTooLarge
    ) -> ConformanceCheck {
        RawReply(input, "\(ok)\(lines)\(length)", .error([.headersTooLarge, other])).check
    }
}
