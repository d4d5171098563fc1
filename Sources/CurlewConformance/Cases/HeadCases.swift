import Curlew
import CurlewTesting

// Response heads: interim ones, large ones, and every status.
extension ConformanceCase {
    static let heads = [interimResponses, largeHeads, statuses]

    private static let interimResponses = ConformanceCase(
        "interim-responses", "only the final response is returned", reference: "RFC 9110 §15.2",
        [
            interim("103 before 200", ["103 Early Hints"]),
            interim("100 unasked", ["100 Continue"]),
            interim("102 and 103", ["102 Processing", "103 Early Hints"]),
            interim("ten of them", Array(repeating: "103 Early Hints", count: 10)),
            .check("103 before 302") { transport in
                let server = try LoopbackServer.closing(
                    after: "HTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n"
                        + "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("the status", response.status, is: 302)
                try expect("X-Interim", response.fields["X-Interim"], is: nil)
            },
            .check("103 and a close") { transport in
                let server = try LoopbackServer.closing(
                    after: "HTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n")
                try await expectError(.connectionLost, .protocolViolation) {
                    try await transport.response(.get, server.url)
                }
            },
        ])

    private static func interim(_ input: String, _ statuses: [String]) -> ConformanceCheck {
        .check(input) { transport in
            let interim = statuses.map { "HTTP/1.1 \($0)\r\nX-Interim: yes\r\n\r\n" }.joined()
            let server = try LoopbackServer.closing(
                after: interim + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Final: yes\r\n\r\nok")
            let response = try await transport.response(.get, server.url)
            try expect("the status", response.status, is: 200)
            try expect("the body", response.text, is: "ok")
            try expect("X-Final", response.fields["X-Final"], is: "yes")
            try expect("X-Interim", response.fields["X-Interim"], is: nil)
        }
    }

    private static let largeHeads = ConformanceCase(
        "response-head-limit", "an endless head is refused, a large one is not",
        reference: "RFC 9110 §5.4",
        [
            tooLarge("one field of 150 KB", ["X-A: \(String(repeating: "v", count: 150_000))\r\n"]),
            tooLarge(
                "2,000 fields of 1 KB",
                (0..<2000).map { "X-\($0): \(String(repeating: "v", count: 1000))\r\n" }),
            .check("a field of 60 KB") { transport in
                let value = String(repeating: "v", count: 60_000)
                let server = try LoopbackServer.ok("X-A: \(value)\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("X-A", response.fields["X-A"], is: value)
            },
            .check("endless fields end at the total limit") { transport in
                let server = try LoopbackServer { connection in
                    _ = try connection.readRequest()
                    try connection.send("HTTP/1.1 200 OK\r\n")
                    while true {
                        try connection.send("X-A: v\r\n")
                        try connection.pause(.milliseconds(20))
                    }
                }
                let request = try HTTPRequest(url: server.url, timeouts: .total(.milliseconds(300)))
                let error = try await expectError(.timedOut) { try await transport.response(to: request) }
                try expect("the phase", error.phase, is: .total)
                try await expectSeen("the close of the connection", by: server) {
                    $0.openConnectionCount == 0
                }
            },
        ])

    private static func tooLarge(_ input: String, _ lines: [String]) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok(lines.joined())
            try await expectError(.headersTooLarge) { try await transport.response(.get, server.url) }
            try await expectSeen("the close of the connection", by: server) { $0.openConnectionCount == 0 }
        }
    }

    private static let statuses = ConformanceCase(
        "contract-status", "every status is a response", reference: "RFC 9110 §15; RFC 9112 §4",
        ["200 OK", "299 Odd", "404 Not Found", "418 I'm a teapot", "451 Grüße", "503 A  B", "599 Last"].map {
            line in
            .check(line) { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 \(line)\r\nContent-Length: 2\r\n\r\nok")
                let response = try await transport.response(.get, server.url)
                try expect("the status", response.status, is: Int(line.prefix(3)) ?? 0)
                try expect("the body", response.text, is: "ok")
            }
        })
}
