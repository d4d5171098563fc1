import Testing

@testable import CurlewTesting

struct RequestBodyReaderTests {
    private static let chunked = "5\r\nhello\r\n6;a=b\r\n world\r\n00\r\nX-Sum: 1\r\n\r\n"

    private func reader(_ fields: String, version: String = "HTTP/1.1") throws -> RequestBodyReader {
        var parser = RequestHeadParser()
        let head = Array("POST / \(version)\r\nHost: x\r\n\(fields)\r\n".utf8)
        return try RequestBodyReader(for: #require(try parser.bytesReceived(head[...]).request))
    }

    /// The body in `text`, received in parts split at each of `cuts`, and the number of bytes used.
    private func read(_ text: String, by reader: RequestBodyReader, cuts: [Int] = []) throws -> (
        String, used: Int
    ) {
        let bytes = Array(text.utf8)
        var reader = reader
        var body: [UInt8] = []
        var position = 0
        for end in cuts + [bytes.count] {
            while position < end && !reader.isComplete {
                let (data, used) = try reader.bytesReceived(bytes[position..<end])
                body += data
                position += used
            }
        }
        #expect(reader.isComplete)
        return (String(decoding: body, as: UTF8.self), position)
    }

    @Test func endsAtOnceWithoutFraming() throws {
        #expect(try reader("").isComplete)
        #expect(try reader("Content-Length: 0\r\n").isComplete)
    }

    @Test func takesAsManyBytesAsTheLengthSays() throws {
        let result = try read("helloGET", by: reader("Content-Length: 5\r\n"), cuts: [2])
        #expect(result == ("hello", 5))
    }

    @Test func doesNotDependOnWhereTheChunksAreCut() throws {
        let reader = try reader("Transfer-Encoding: Chunked\r\n")
        let text = Self.chunked + "GET"
        for cut in 0...Self.chunked.utf8.count {
            #expect(try read(text, by: reader, cuts: [cut]) == ("hello world", Self.chunked.utf8.count))
        }
        let everywhere = Array(1..<text.utf8.count)
        #expect(try read(text, by: reader, cuts: everywhere) == ("hello world", Self.chunked.utf8.count))
    }

    @Test(arguments: [
        Wire("x\r\n"),
        Wire("-1\r\n"),
        Wire("\r\n"),
        Wire(" 5\r\n"),
        Wire("5\nhello"),
        Wire("fffffffffffffffff\r\n"),
        Wire("5\r\nhelloX"),
        Wire("5\r\nhello\rX"),
        Wire("5\r\nhello\n"),
        Wire("0\r\nbad trailer\r\n\r\n"),
        Wire("0\r\n: x\r\n\r\n"),
    ])
    func refusesMalformedChunks(wire: Wire) throws {
        let reader = try reader("Transfer-Encoding: chunked\r\n")
        #expect(throws: LoopbackServer.ConnectionError.self) { try read(wire.text, by: reader) }
        #expect(throws: LoopbackServer.ConnectionError.self) {
            try read(wire.text, by: reader, cuts: Array(1..<wire.text.utf8.count))
        }
    }

    @Test(arguments: [
        Wire("Content-Length: -1\r\n"),
        Wire("Content-Length: +1\r\n"),
        Wire("Content-Length: 1 2\r\n"),
        Wire("Content-Length:\r\n"),
        Wire("Content-Length: 1\r\nContent-Length: 2\r\n"),
        Wire("Content-Length: 99999999999999999999\r\n"),
        Wire("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
        Wire("Transfer-Encoding: gzip\r\n"),
        Wire("Transfer-Encoding: chunked, chunked\r\n"),
        Wire("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
    ])
    func refusesFieldsThatDoNotFrame(wire: Wire) {
        #expect(throws: LoopbackServer.ConnectionError.self) { try reader(wire.text) }
    }

    @Test func refusesChunksInHTTP10() {
        #expect(throws: LoopbackServer.ConnectionError.self) {
            try reader("Transfer-Encoding: chunked\r\n", version: "HTTP/1.0")
        }
    }
}
