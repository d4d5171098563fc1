import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Lines, events and pages as they arrive over a real connection.
extension ConformanceCase {
    static let formats = [lines, events, pages]

    private static let sample =
        Array(
            "\u{FEFF}data: é€😀\r\n\r\ndata: 2\n\n: c\n\ndata: 3\r\rdata: last".utf8) + [0xFF]

    private static let lines = ConformanceCase(
        "line-splitting", "lines are whole wherever chunks are split",
        reference: "WHATWG HTML §9.2.5, §9.2.6",
        [
            .check("a chunk for every byte") { transport in
                try await expectSample(transport, chunks: sample.map { [$0] })
            },
            .check("split in two at every byte") { transport in
                for cut in 1..<sample.count {
                    try await expectSample(transport, chunks: [Array(sample[..<cut]), Array(sample[cut...])])
                }
            },
            .check("a line beyond the limit ends the transfer") { transport in
                let server = try LoopbackServer.endless()
                let response = try await transport.send(.bare(server.url, .streamed))
                try await expectError(.bodyTooLarge) {
                    for try await _ in response.body.lines(limit: 100_000) {}
                }
                try await expectSeen("the close", by: server, within: .seconds(2)) {
                    $0.openConnectionCount == 0
                }
            },
            .check("JSON Lines arrive as they are sent") { transport in
                let server = try respondingInSteps(
                    "application/jsonl", ["{\"id\":1}\n{\"i", "d\":2}\r\n\n", "{\"id\":3}"])
                let response = try await transport.send(.bare(server.url, .streamed))
                var values: [JSONValue] = []
                for try await value in response.body.jsonLines(of: JSONValue.self) { values.append(value) }
                try expect("the values", values, is: [["id": 1], ["id": 2], ["id": 3]])
            },
        ])

    private static func expectSample(_ transport: any Transport, chunks: [[UInt8]]) async throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for chunk in chunks {
                try connection.send(Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10])
            }
            try connection.send("0\r\n\r\n")
        }
        let response = try await transport.send(.bare(server.url, .streamed))
        var lines: [String] = []
        for try await line in response.body.lines() { lines.append(line) }
        let expected = ["data: é€😀", "", "data: 2", "", ": c", "", "data: 3", "", "data: last\u{FFFD}"]
        try expect("the lines", lines, is: expected)
    }

    private static func respondingInSteps(_ type: String, _ steps: [String]) throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n")
                for step in steps {
                    try connection.send(step)
                    try connection.pause(.milliseconds(20))
                }
                connection.close()
            }
        }
    }

    private static let events = ConformanceCase(
        "event-streams", "an event stream delivers every event once, over all its connections",
        reference: "WHATWG HTML §9.2",
        [
            .check("1,000 events, cut 5 times") { transport in
                try await expectEvents(CutEventStream(eventCount: 1000, cutCount: 5), transport)
            },
            .check("60 events, cut 20 times") { transport in
                try await expectEvents(CutEventStream(eventCount: 60, cutCount: 20), transport)
            },
            .check("comments only, cut 15 times") { transport in try await expectPatience(transport) },
            .check("an event arrives while the connection stays open, and leaving the loop closes it") {
                transport in
                let server = try LoopbackServer { connection in
                    _ = try connection.readRequest()
                    let type = "Content-Type: text/event-stream"
                    try connection.send("HTTP/1.1 200 OK\r\n\(type)\r\n\r\ndata: now\n\n")
                    _ = connection.waitForPeerToClose(within: .seconds(10))
                }
                for try await event in transport.client(server.url).events(from: Endpoint<Void>.get("/")) {
                    try expect("the event", event.data, is: "now")
                    break
                }
                try await expectSeen("the close", by: server, within: .seconds(2)) {
                    $0.openConnectionCount == 0
                }
            },
            .check("cancelling the task ends it at once") { transport in
                let server = try LoopbackServer { connection in
                    _ = try connection.readRequest()
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\n")
                    _ = connection.waitForPeerToClose(within: .seconds(10))
                }
                let client = transport.client(server.url)
                let task = Task {
                    for try await _ in client.events(from: Endpoint<Void>.get("/")) {}
                }
                try await expectSeen("the request", by: server) { $0.requestCount == 1 }
                try await expectDuration(.zero ... .seconds(1)) {
                    task.cancel()
                    try await expectError(.cancelled) { try await task.value }
                }
            },
            .check("a page that is not an event stream") { transport in
                let server = try LoopbackServer()
                try await expectError(.unexpectedContentType) {
                    for try await _ in transport.client(server.url).events(from: Endpoint<Void>.get("/html"))
                    {}
                }
            },
        ])

    private static func expectEvents(_ stream: CutEventStream, _ transport: any Transport) async throws {
        let server = try stream.serve()
        let client = Client(
            baseURL: server.url, transport: transport,
            configuration: .init(timeouts: .total(.seconds(10)), clock: Client.Clock(sleep: { _ in })))
        var received: [ServerSentEvent] = []
        for try await event in client.events(from: Endpoint<Void>.get("/")) {
            received.append(event)
        }
        try expect("events", received.count, is: stream.eventCount)
        try expect("every event once, in order", received == stream.events, observed: "different ones")
        try expect("requests", server.requestCount, is: stream.cutCount + 2)
    }

    /// A stream without events for a while is as valid as one with events, however often a proxy cuts it.
    private static func expectPatience(_ transport: any Transport) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        let cut = LoopbackServer.Reply(.send("\(head)Content-Length: 100\r\n\r\n: keep-alive\n"), .close)
        let event = LoopbackServer.Reply(.send("\(head)Content-Length: 11\r\n\r\ndata: now\n\n"))
        let server = try LoopbackServer(replies: Array(repeating: cut, count: 15) + [event])
        let waits = Lock<[Duration]>([])
        let clock = Client.Clock(sleep: { wait in waits.withLock { $0.append(wait) } })
        let client = transport.client(server.url) { $0.clock = clock }
        for try await event in client.events(from: Endpoint<Void>.get("/")) {
            try expect("the event", event.data, is: "now")
            break
        }
        try expect("the waits", waits.withLock { $0 }, is: Array(repeating: .seconds(3), count: 15))
    }

    private static let pages = ConformanceCase(
        "pages", "pages follow each other by their links", reference: "RFC 8288 §3",
        [0, 1].map { prefetch in
            .check(prefetch == 0 ? "one after another" : "one page ahead") { transport in
                let server = try LoopbackServer()
                let endpoint = Endpoint<JSONValue>.get("/pages")
                var numbers: [Int?] = []
                for try await page in transport.client(server.url).pages(of: endpoint, prefetch: prefetch) {
                    numbers.append(page["page"]?.intValue)
                }
                try expect("the pages", numbers, is: [1, 2, 3])
                try expect("requests", server.requestCount, is: 3)
            }
        } + [
            linked("single quotes", "</p?x=%zz&b>; rel='next'", to: "/p?x=%25zz&b"),
            linked("no quotes, and spaces", "</p> ; REL = next prev", to: "/p"),
            linked("no brackets", "/p?a=1,2; rel=\"next\"", to: "/p?a=1,2"),
            linked("an unclosed quote", "</p>; rel=\"next", to: "/p"),
            linked("an unclosed bracket", "</q>; rel=prev, </p; rel=next", to: "/p"),
            linked("no semicolon, and many", "</p> rel=\"next\";;, ,", to: "/p"),
            linked("an empty relation, and a name in quotes", "</p>; rel=\"\"; 'rel'=next", to: "/p"),
            linked("blanks inside the brackets", "< /p\t>; rel=next", to: "/p"),
            linked("the page as its anchor", "</p>; rel=next; anchor=\"/\"", to: "/p"),
            .check("a malformed link does not end the list") { transport in
                for link in [
                    "</p>, rel=next", "</p>; rel: next", "\u{201C}next\u{201D}", "</p>; rel==next",
                    "</p>; rel=\"prev,next\"", "</p>|rel=next", "</p>; rel*=next", "x; </p>; rel=next",
                ] {
                    let server = try LoopbackServer.ok("Link: \(link)\r\n")
                    let pages = transport.client(server.url).pages(of: Endpoint<String>.get("/"))
                    var iterator = pages.makeAsyncIterator()
                    try expect("the page", try await iterator.next(), is: "ok")
                    try await expectError(.protocolViolation) { try await iterator.next() }
                }
            },
        ])

    private static func linked(_ input: String, _ link: String, to target: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [
                .send("HTTP/1.1 200 OK\r\nLink: \(link)\r\nContent-Length: 2\r\n\r\nok"),
                .send("HTTP/1.1 200 OK\r\nLink: </>; rel=first\r\nContent-Length: 2\r\n\r\nok"),
            ])
            var count = 0
            for try await _ in transport.client(server.url).pages(of: Endpoint<String>.get("/")) {
                count += 1
            }
            try expect("pages", count, is: 2)
            try expect("the target", server.received.last?.target, is: target)
        }
    }
}
