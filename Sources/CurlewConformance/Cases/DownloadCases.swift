import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Downloads into files, in one exchange and in several.
extension ConformanceCase {
    static let downloads = [resumption, patience, unfitParts, encodedParts]

    private typealias Reply = LoopbackServer.Reply

    private static let text = String(repeating: "0123456789", count: 10)
    private static let otherText = String(repeating: "abcdefghij", count: 10)

    private static let resumption = ConformanceCase(
        "download-resume", "an interrupted download resumes where it ended",
        reference: "RFC 9110 §13.1.5, §14.2, §15.3.7",
        [
            whole("in one exchange", [full()], ranges: [""]),
            whole("the rest", [broken, part(39)], ranges: ["", "bytes=39-"]),
            whole("the rest in chunks", [broken, chunkedPart(39)], ranges: ["", "bytes=39-"]),
            whole(
                "less than the rest", [broken, part(39, upTo: 59), part(59)],
                ranges: ["", "bytes=39-", "bytes=59-"]),
            whole(
                "broken again", [broken, Reply(.send(partHead(39) + rest(39).prefix(10)), .close), part(48)],
                ranges: ["", "bytes=39-", "bytes=48-"]),
            whole(
                "broken before the first byte", [broken, Reply(.send(partHead(39)), .close), part(39)],
                ranges: ["", "bytes=39-", "bytes=39-"]),
            whole(
                "reset",
                [Reply(.send(fullHead + text.prefix(40)), .pause(.milliseconds(50)), .reset), part(39)]),
            whole(
                "another version", [broken, full(otherText, tag: "b")], is: otherText,
                ranges: ["", "bytes=39-"]),
            whole(
                "416",
                [broken, .send("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n"), full()],
                ranges: ["", "bytes=39-", ""]),
        ])

    private static let patience = ConformanceCase(
        "download-patience", "a download continues as long as it makes progress",
        reference: "DownloadOptions.maxRetries; RFC 9110 §10.2.3, §15.6.4",
        [
            whole(
                "cut 12 times, with progress each time",
                [broken] + (0..<12).map { cutPart(39 + $0, length: 2) } + [part(51)]),
            whole("a stall", [stalled, part(39)], ranges: ["", "bytes=39-"]),
            whole("503, then the rest", [broken, busy, busy, part(39)]),
            whole("503 before the first byte", [busy, full()], ranges: ["", ""]),
            whole("closed without a response", [broken, Reply(.close), part(39)]),
            whole(
                "ranges ignored, with progress each time",
                [broken, Reply(.send(fullHead + text.prefix(50)), .close), full()]),
            .check("a refused connection") { transport in try await expectRefusals(transport) },
            failing(
                "cut without progress", .incompleteBody,
                [broken] + (0..<6).map { _ in cutPart(39, length: 1) }, leavesPart: true, attempts: 6),
            failing(
                "ranges ignored, without progress", .incompleteBody, Array(repeating: broken, count: 7),
                leavesPart: true, attempts: 6),
            failing(
                "503 every time", .unacceptableStatus, Array(repeating: busy, count: 7),
                leavesPart: false,
                attempts: 6),
        ])

    private static func cutPart(_ first: Int, length: Int) -> Reply {
        Reply(.send(partHead(first) + rest(first).prefix(length)), .close)
    }

    private static var stalled: Reply { Reply(.send(fullHead + text.prefix(40)), .keepOpen) }

    private static let busy = Reply.send(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")

    /// Short delays between attempts.
    private static let quick = DownloadOptions(baseDelay: .milliseconds(1))
    private static let quickKeeping = DownloadOptions(baseDelay: .milliseconds(1), contentCoding: .keep)

    /// A port without a listener, repeatedly.
    private static func expectRefusals(_ transport: any Transport) async throws {
        try await withTemporaryDirectory { directory in
            let error = try await expectError(.cannotConnect) {
                try await transport.patient(LoopbackServer.refusingURL).download(
                    Endpoint<Data>.get("/"), to: "\(directory)/file", options: quick)
            }
            try expect("attempts", error.attempts, is: 6)
            try expect("what remains", names(in: directory), is: [])
        }
    }

    private static let unfitParts = ConformanceCase(
        "download-ranges", "a part other than the requested one never reaches the file",
        reference: "RFC 9110 §14.4, §15.3.7",
        [
            replaced("another start", "Content-Range: bytes 40-99/100", etag: "a"),
            replaced("from the start", "Content-Range: bytes 0-99/100", etag: "a"),
            replaced("another total", "Content-Range: bytes 39-99/101", etag: "a"),
            replaced("another entity tag", "Content-Range: bytes 39-99/100", etag: "b"),
            replaced("another unit", "Content-Range: items 39-99/100", etag: "a"),
            replaced("a total that is too small", "Content-Range: bytes 39-99/99", etag: "a"),
            replaced("a malformed range", "Content-Range: bytes 39-", etag: "a"),
            replaced(
                "a number that is too large", "Content-Range: bytes 39-99/99999999999999999999", etag: "a"),
            replaced("no range", "X-Range: none", etag: "a"),
            replaced("several parts", "Content-Type: multipart/byteranges; boundary=x", etag: "a"),
            failing(
                "more than its range", .protocolViolation, [broken, chunkedPart(39, more: "x")],
                leavesPart: true),
            failing("an unrequested part", .protocolViolation, [part(0)], leavesPart: false),
        ])

    private static let encodedParts = ConformanceCase(
        "download-encoded", "an encoded file is refused if identity was requested",
        reference: "RFC 9110 §8.4, §12.5.3, §14.2",
        [
            failing("the whole", .unsupported, [encoded("200 OK", "X: y")], leavesPart: false),
            failing(
                "a part", .unsupported,
                [broken, encoded("206 Partial Content", "Content-Range: bytes 39-99/100")],
                leavesPart: true),
            whole("503, then the whole", [encoded("503 Service Unavailable", "X: y"), full()]),
            whole("503, mislabelled", [encoded("503 Busy", "X: y", Array(text.utf8)), full()]),
            whole(
                "416, then the whole", [broken, encoded("416 Range Not Satisfiable", "X: y"), full()],
                ranges: ["", "bytes=39-", ""]),
            failing("404", .unacceptableStatus, [encoded("404 Not Found", "X: y")], leavesPart: false),
            whole("identity by name", [full(more: "Content-Encoding: identity\r\n")]),
            whole(
                "kept as it is", [full(more: "Content-Encoding: gzip\r\n")], needs: [.rawBodies],
                quickKeeping),
            whole(
                "kept as it is, and resumed",
                [Reply(.send(encodedHead + text.prefix(40)), .close), part(39)], ranges: ["", "bytes=39-"],
                needs: [.rawBodies], quickKeeping),
        ])

    private static let encodedHead =
        "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n"

    private static let fullHead = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 100\r\n\r\n"
    private static var broken: Reply { Reply(.send(fullHead + text.prefix(40)), .close) }

    private static func full(_ text: String = text, tag: String = "a", more: String = "") -> Reply {
        .send(
            "HTTP/1.1 200 OK\r\nETag: \"\(tag)\"\r\nContent-Length: \(text.utf8.count)\r\n\(more)\r\n\(text)")
    }

    private static func rest(_ first: Int) -> Substring { text.dropFirst(first) }

    private static func partHead(_ first: Int, upTo last: Int = 99) -> String {
        "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Range: bytes \(first)-\(last)/100\r\n"
            + "Content-Length: \(last - first + 1)\r\n\r\n"
    }

    private static func part(_ first: Int, upTo last: Int = 99) -> Reply {
        .send(partHead(first, upTo: last) + rest(first).prefix(last - first + 1))
    }

    private static func chunkedPart(_ first: Int, more: String = "") -> Reply {
        let body = rest(first) + more
        return .send(
            "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Range: bytes \(first)-99/100\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
        )
    }

    private static func encoded(_ status: String, _ line: String, _ body: [UInt8] = Coded.gzip) -> Reply {
        Reply(
            .send(
                "HTTP/1.1 \(status)\r\nETag: \"a\"\r\nContent-Encoding: gzip\r\n\(line)\r\n"
                    + "Content-Length: \(body.count)\r\n\r\n"), .sendBytes(body))
    }

    private static func whole(
        _ input: String, _ replies: [Reply], is expected: String = text, ranges: [String]? = nil,
        needs: Set<TransportCapabilities.Feature> = [], _ options: DownloadOptions = quick
    ) -> ConformanceCheck {
        .check(input, needs: needs) { transport in
            let server = try LoopbackServer(replies: replies)
            try await withTemporaryDirectory { directory in
                try await transport.patient(server.url).download(
                    Endpoint<Data>.get("/"), to: "\(directory)/file", options: options)
                try expect("the file", contents("\(directory)/file"), is: Data(expected.utf8))
                try expect("what remains", names(in: directory), is: ["file"])
            }
            try expectAsked(server, ranges)
        }
    }

    private static func expectAsked(_ server: LoopbackServer, _ ranges: [String]?) throws {
        for request in server.received {
            try expect("Accept-Encoding", request.values(of: "Accept-Encoding"), is: ["identity"])
            let condition = request["Range"] == nil ? nil : "\"a\""
            try expect("If-Range", request["If-Range"], is: condition)
        }
        guard let ranges else { return }
        try expect("the ranges", server.received.map { $0["Range"] ?? "" }, is: ranges)
    }

    /// The part is followed by a request for the whole.
    private static func replaced(_ input: String, _ line: String, etag: String) -> ConformanceCheck {
        let part = Reply.send(
            "HTTP/1.1 206 Partial Content\r\nETag: \"\(etag)\"\r\n\(line)\r\nContent-Length: 61\r\n\r\n"
                + rest(39))
        return whole(input, [broken, part, full()], ranges: ["", "bytes=39-", ""])
    }

    private static func failing(
        _ input: String, _ code: NetworkError.Code, _ replies: [Reply], leavesPart: Bool, attempts: Int? = nil
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: replies)
            try await withTemporaryDirectory { directory in
                let error = try await expectError(code) {
                    try await transport.patient(server.url).download(
                        Endpoint<Data>.get("/"), to: "\(directory)/file", options: quick)
                }
                if let attempts { try expect("attempts", error.attempts, is: attempts) }
                let left = leavesPart ? ["file.curlew-part", "file.curlew-part.json"] : []
                try expect("what remains", names(in: directory), is: left)
                guard leavesPart, let part = contents("\(directory)/file.curlew-part") else { return }
                try expect("the part", text.utf8.starts(with: part), observed: "\(part.count) other bytes")
            }
        }
    }

    private static func contents(_ path: String) -> Data? {
        try? Data(contentsOf: URL(fileURLWithPath: path))
    }

    private static func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }
}

extension Transport {
    /// A client that gives up on a server that sends nothing for 300 ms.
    fileprivate func patient(_ baseURL: String) -> Client {
        client(baseURL) { $0.timeouts.idle = .milliseconds(300) }
    }
}
