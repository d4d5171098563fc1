import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Lengths, chunks and codings of broken and hostile servers.
extension ConformanceCase {
    static let rawBodies = [rawLengths, rawChunks, rawCodings]

    private static let ok = "HTTP/1.1 200 OK\r\n"

    private static let rawLengths = ConformanceCase(
        "raw-length", "a length is one decimal number, and no byte beyond it belongs to the body",
        reference: "RFC 9112 §6.1, §6.2, §6.3; RFC 9110 §8.6",
        [
            length("a sign", "+5", .violation),
            length("a hexadecimal number", "0x5", .violation),
            length("a fraction", "5.0", .violation),
            length("a number and letters", "5abc", .violation),
            length("two numbers with a space", "5 5", .violation),
            length("an empty value", "", .violation),
            length("two lengths in one field", "5, 6", .violation),
            length("the same length twice in one field", "5, 5", .lenient("hello")),
            length("the same length in two fields", "5\r\nContent-Length: 5", .lenient("hello")),
            length("leading zeros", "0005", .response(200, "hello")),
            length("one more than 63 bits", "9223372036854775808", .violation),
            length("fewer bytes than were sent", "4", .response(200, "hell")),
            RawReply(
                "a length and chunks", "\(ok)Content-Length: 3\r\n\(chunks)5\r\nhello\r\n0\r\n\r\n",
                .lenient("hello")),
            RawReply(
                "a length of 0 and chunks", "\(ok)Content-Length: 0\r\n\(chunks)5\r\nhello\r\n0\r\n\r\n",
                .lenient("hello")),
            RawReply(
                "a length after chunks",
                "\(ok)Transfer-Encoding: chunked\r\nContent-Length: 99\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                .lenient("hello")),
            RawReply(
                "a body of 204", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello",
                .response(204, "")),
            RawReply(
                "chunks of 204", "HTTP/1.1 204 No Content\r\n\(chunks)5\r\nhello\r\n0\r\n\r\n",
                .response(204, "")),
            RawReply(
                "a body of 304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello",
                .response(304, "")),
            RawReply("a body for HEAD", "\(ok)Content-Length: 5\r\n\r\nhello", .response(200, ""), to: .head),
            RawReply(
                "no body on a connection that stays open", "\(ok)Content-Length: 0\r\n\r\n",
                .response(200, ""),
                then: .keepOpen),
            RawReply(
                "204 on a connection that stays open", "HTTP/1.1 204 No Content\r\n\r\n", .response(204, ""),
                then: .keepOpen),
        ].map(\.check) + [
            length("the largest number of 63 bits", "9223372036854775807", .error([.incompleteBody]))
                .check.inSubprocess()
        ])

    private static func length(_ input: String, _ value: String, _ outcome: RawReply.Outcome) -> RawReply {
        RawReply(input, "\(ok)Content-Length: \(value)\r\n\r\nhello", outcome)
    }

    private static let chunks = "Transfer-Encoding: chunked\r\n\r\n"
    private static let manyBytes = String(repeating: "v", count: 300_000)

    private static let rawChunks = ConformanceCase(
        "raw-chunks", "chunks are whole, and the last chunk ends them",
        reference: "RFC 9112 §6.1, §6.3, §7.1",
        [
            chunked("a sign before a size", "+5\r\nhello\r\n0\r\n\r\n", .violation),
            chunked("a space before a size", " 5\r\nhello\r\n0\r\n\r\n", .lenient("hello")),
            chunked("spaces after a size", "5  \r\nhello\r\n0\r\n\r\n", .lenient("hello")),
            chunked("LF after a size", "5\nhello\r\n0\r\n\r\n", .lenient("hello")),
            chunked("LF after a chunk", "5\r\nhello\n0\r\n\r\n", .lenient("hello")),
            chunked("a size of 64 bits", "FFFFFFFFFFFFFFFF\r\nhello", .violation),
            chunked("a size of 20 digits", "00000000000000000005\r\nhello\r\n0\r\n\r\n", .lenient("hello")),
            chunked("a size smaller than its chunk", "4\r\nhello\r\n0\r\n\r\n", .violation),
            chunked("a size larger than its chunk", "7\r\nhello\r\n0\r\n\r\n", .violation),
            chunked("an extension without its name", "5;\r\nhello\r\n0\r\n\r\n", .response(200, "hello")),
            chunked(
                "no end after the last chunk", "5\r\nhello\r\n0\r\n", .either("hello", [.incompleteBody])),
            chunked("a last chunk of many zeros", "5\r\nhello\r\n0000\r\n\r\n", .response(200, "hello")),
            chunked(
                "an extension of 300 KB", "5;\(manyBytes)\r\nhello\r\n0\r\n\r\n",
                .either("hello", [.protocolViolation, .headersTooLarge])),
            coded("in upper case", "CHUNKED", .response(200, "hello")),
            coded("twice in one field", "chunked, chunked", .violation),
            coded("in two fields", "chunked\r\nTransfer-Encoding: chunked", .violation),
            coded("and identity", "identity, chunked", .violation),
            coded("before identity", "chunked, identity", .violation),
            coded("and truncated gzip", "gzip, chunked", .violation),
            coded("and an unknown coding", "odd, chunked", .violation),
            coded("not the last coding", "chunked, odd", .violation),
            coded("missing, with identity", "identity", .violation),
            coded("on the next line", "\r\n chunked", .lenient("hello")),
            coded("on the next line after a tab", "\r\n\tchunked", .lenient("hello")),
            RawReply(
                "and identity, to HEAD", "\(ok)Transfer-Encoding: identity, chunked\r\n\r\n",
                .response(200, ""),
                to: .head),
            RawReply(
                "and gzip, with 304", "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                .response(304, "")),
            RawReply(
                "and identity, in HTTP/1.0",
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: identity, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                .violation),
            RawReply(
                "in HTTP/1.0", "HTTP/1.0 200 OK\r\n\(chunks)5\r\nhello\r\n0\r\n\r\n", .lenient("hello")),
            RawReply(
                "on a connection that stays open", "\(ok)\(chunks)5\r\nhello\r\n0\r\n\r\n",
                .response(200, "hello"), then: .keepOpen),
        ].map(\.check) + [
            chunked("a size of 63 bits", "7FFFFFFFFFFFFFFF\r\nhello", .error([.incompleteBody]))
                .check.inSubprocess(),
            chunked("a size with a prefix", "0x5\r\nhello\r\n0\r\n\r\n", .violation).check.inSubprocess(),
            chunked("a trailer without a colon", "5\r\nhello\r\n0\r\nno colon\r\n\r\n", .lenient("hello"))
                .check.inSubprocess(),
            chunked(
                "trailers of 600 KB", "5\r\nhello\r\n0\r\nX-A: \(manyBytes)\r\nX-B: \(manyBytes)\r\n\r\n",
                .error([.headersTooLarge, .protocolViolation])
            ).check.inSubprocess(),
        ])

    private static func chunked(_ input: String, _ body: String, _ outcome: RawReply.Outcome) -> RawReply {
        RawReply(input, "\(ok)\(chunks)\(body)", outcome)
    }

    private static func coded(_ input: String, _ value: String, _ outcome: RawReply.Outcome) -> RawReply {
        RawReply(input, "\(ok)Transfer-Encoding: \(value)\r\n\r\n5\r\nhello\r\n0\r\n\r\n", outcome)
    }

    private static let rawCodings = ConformanceCase(
        "raw-coding", "coded data that its format forbids is an error, any other is decoded",
        reference: "RFC 1950 §2.2; RFC 1951 §3.2.3; RFC 1952 §2.3",
        [
            encoded(
                "gzip with every optional field", "gzip",
                "H4sIHgAAAAACAwQAYWJjZG5hbWUAY29tbWVudACfSctIzcnJ11HIQKIAn6HKCRMAAAA=",
                .response(200, "hello, hello, hello")),
            encoded("gzip with reserved flags", "gzip", "H4sI4AAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA="),
            encoded("gzip with another size", "gzip", "H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRIAAAA="),
            encoded("gzip of another method", "gzip", "H4sHAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA="),
            encoded("gzip with another first byte", "gzip", "H4wIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA="),
            encoded("a block of an unknown type", "gzip", "H4sIAAAAAAACAwefocoJEwAAAA=="),
            encoded("a stored block with a wrong length", "gzip", "H4sIAAAAAAACAwEFAAAAaGVsbG+focoJEwAAAA=="),
            encoded("an unknown dictionary", "deflate", "ePkGLAIVywAROgrIFABEKAbV"),
            encoded("deflate with another checksum", "deflate", "eNrLSM3JyddRyECiAAAAAAA="),
            encoded("an empty gzip", "gzip", "H4sIAAAAAAACAwMAAAAAAAAAAAA=", .response(200, "")),
        ].map(\.check))

    private static func encoded(
        _ input: String, _ coding: String, _ base64: String,
        _ outcome: RawReply.Outcome = .error([.contentDecodingFailed])
    ) -> RawReply {
        let body = Array(Data(base64Encoded: base64) ?? Data())
        let head = "\(ok)Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
        return RawReply(input, bytes: Array(head.utf8) + body, outcome)
    }
}
