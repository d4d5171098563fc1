import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ResponseTests {
    @Test(arguments: [
        "WWW-Authenticate: Basic realm=\"x\"", "WWW-Authenticate: Bearer", "WWW-Authenticate: Negotiate",
        "WWW-Authenticate: Digest realm=\"x\", nonce=\"y\"", "X-Nothing: 1",
    ])
    func aChallengeIsReturnedWithItsBody(challenge: String) async throws {
        let loopback = try Loopback(
            .send("HTTP/1.1 401 Unauthorized\r\n\(challenge)\r\nContent-Length: 4\r\n\r\nnope"))
        let (response, body) = try await loopback.exchange(loopback.request())
        #expect(response.status == 401)
        #expect(body == "nope")
        #expect(loopback.server.requestCount == 1)
    }

    @Test(arguments: ["X: 1", "Location: ", "Location: http://[bad"])
    func aRedirectWithoutALocationHasItsHeadAndABodyThatCannotBeRead(location: String) async throws {
        let loopback = try Loopback(
            .send("HTTP/1.1 302 Found\r\n\(location)\r\nContent-Length: 4\r\n\r\nbody"))
        let response = try await loopback.transport.send(loopback.request())
        #expect(response.status == 302)
        let error = await #expect(throws: NetworkError.self) { try await response.body.collect(upTo: 100) }
        #expect(error?.code == .unsupported)
    }

    /// No request asks for another coding (RFC 9112 §7).
    @Test(arguments: [
        "gzip, chunked", "identity, chunked", "chunked, chunked", "chunked\r\nTransfer-Encoding: chunked",
        "odd, chunked", "identity",
    ])
    func aTransferCodingOtherThanOneChunkedIsAViolation(codings: String) async throws {
        let loopback = try Loopback(
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n2\r\nok\r\n0\r\n\r\n"))
        #expect(await loopback.failure(of: try loopback.request())?.code == .protocolViolation)
    }

    @Test func theBlanksAroundAFieldsValueAreNoPartOfIt() async throws {
        let loopback = try Loopback(
            .send("HTTP/1.1 200 OK\r\nETag: \t\"a b\" \t \r\nSet-Cookie: a=b \t\r\nContent-Length: 0\r\n\r\n")
        )
        let response = try await loopback.transport.send(loopback.request())
        #expect(response.fields["ETag"] == "\"a b\"")
        #expect(response.fields[.setCookie] == "a=b")
    }

    @Test(arguments: [
        ("GET", "HTTP/1.1 204 No Content\r\n\r\n"),
        ("GET", "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n"),
        ("GET", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n"),
        ("GET", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
        ("HEAD", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n"),
    ])
    func aResponseWithoutBodyIsEmptyAndKeepsItsConnection(method: String, reply: String) async throws {
        let loopback = try Loopback(.send(reply), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        let (_, body) = try await loopback.exchange(loopback.request(.init(rawValue: method)))
        #expect(body.isEmpty)
        #expect(try await loopback.exchange(loopback.request()).1 == "ok")
        #expect(loopback.server.connectionCount == 1)
    }

    @Test func onlyHostIsAddedToAPlainRequest() async throws {
        let loopback = try Loopback()
        let (_, head) = try await loopback.exchange(loopback.request(.get, "/echo", decoding: .automatic))
        #expect(head == "GET /echo HTTP/1.1\r\nHost: \(loopback.server.authority)\r\n\r\n")
    }

    @Test func fieldsArriveAsGiven() async throws {
        let loopback = try Loopback()
        var fields: HTTPFields = [
            "X-Empty": "", "X-Text": "a\tbé", "accept": "text/plain", "User-Agent": "me",
        ]
        fields[values: "X-Two"] = ["1", "2"]
        fields[values: .cookie] = ["a=1", "b=2"]
        _ = try await loopback.exchange(loopback.request(.get, "/echo", fields: fields))
        let received = try #require(loopback.server.received.first)
        #expect(received["X-Empty"]?.isEmpty == true)
        #expect(received["X-Text"] == "a\tbé")
        #expect(received.values(of: "Accept") == ["text/plain"])
        #expect(received.values(of: "User-Agent") == ["me"])
        #expect(received["X-Two"] == "1, 2")
        #expect(received["Cookie"] == "a=1; b=2")
    }
}

@Suite(.timeLimit(.minutes(5)))
struct DecodingTests {
    private static let gzipped: [UInt8] = [
        0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0, 0x86, 0xa6, 0x10,
        0x36, 0x05, 0, 0, 0,
    ]

    private func loopback() throws -> Loopback {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.gzipped.count)\r\n\r\n"
        return try Loopback(LoopbackServer.Reply(.send(head), .sendBytes(Self.gzipped)))
    }

    @Test func theDecodedBodyHasAHeadThatFitsIt() async throws {
        let loopback = try loopback()
        let (response, body) = try await loopback.exchange(
            loopback.request(fields: [.acceptEncoding: "gzip"], decoding: .automatic))
        #expect(body == "hello")
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.contentLength] == nil)
        #expect(loopback.server.received.first?["Accept-Encoding"] == "gzip")
    }

    @Test func aRawBodyAsksForIdentityAndIsUnsupportedWhenItComesEncoded() async throws {
        let loopback = try loopback()
        #expect(await loopback.failure(of: try loopback.request())?.code == .unsupported)
        #expect(loopback.server.received.first?["Accept-Encoding"] == "identity")
    }

    @Test(arguments: ["gzip", "foo"])
    func aBodyThatIsNotWhatItsCodingSaysFails(coding: String) async throws {
        let loopback = try Loopback(
            .send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 5\r\n\r\nplain"))
        let error = await loopback.failure(of: try loopback.request(decoding: .automatic))
        #expect(error?.code == .contentDecodingFailed)
    }
}
