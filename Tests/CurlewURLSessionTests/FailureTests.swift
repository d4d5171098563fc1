import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    typealias Reply = LoopbackServer.Reply

    static let faults: [(Reply, NetworkError.Code)] = [
        (Reply(.close), .connectionLost),
        (Reply(.reset), .connectionLost),
        (Reply(.send("HTTP/1.1 103 Early\r\nX: 1\r\n\r\n"), .close), .connectionLost),
        (Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789"), .close), .incompleteBody),
        (
            Reply(
                .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789"), .pause(.milliseconds(50)),
                .reset), .incompleteBody
        ),
        (
            Reply(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .close),
            .incompleteBody
        ),
        (
            Reply(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n"), .close),
            .protocolViolation
        ),
        (Reply(.send("just bytes, no status line\n"), .close), .protocolViolation),
        (Reply(.sendBytes([0, 1, 2]), .close), .protocolViolation),
        (Reply(.send("HTTP/1.1 abc OK\r\n\r\n"), .close), .protocolViolation),
        (
            Reply(.send("HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 150_000))\r\n\r\n")),
            .headersTooLarge
        ),
        (
            Reply(
                .send(
                    "HTTP/1.1 200 OK\r\n"
                        + String(
                            repeating: "X: \(String(repeating: "a", count: 1000))\r\n", count: 2000) + "\r\n")
            ), .headersTooLarge
        ),
    ]

    @Test(arguments: faults.indices)
    func aFaultOfTheServerHasItsCode(index: Int) async throws {
        let (reply, code) = Self.faults[index]
        let loopback = try Loopback(reply)
        let error = await loopback.failure(of: try loopback.request())
        #expect(error?.code == code)
        if code == .connectionLost || code == .incompleteBody { #expect(error?.mayHaveBeenProcessed == true) }
    }

    @Test func aFieldOf60KBIsFine() async throws {
        let value = String(repeating: "a", count: 60_000)
        let loopback = try Loopback(.send("HTTP/1.1 200 OK\r\nX: \(value)\r\nContent-Length: 2\r\n\r\nok"))
        #expect(try await loopback.exchange(loopback.request()).0.fields["X"] == value)
    }

    @Test func aRefusedConnectionCannotConnect() async throws {
        let loopback = try Loopback()
        let request = try loopback.request()
        loopback.server.stop()
        #expect(await loopback.failure(of: request)?.code == .cannotConnect)
    }

    @Test func anUnknownNameCannotBeResolved() async throws {
        let loopback = try Loopback()
        let request = try HTTPRequest(url: "http://nowhere.invalid/")
        #expect(await loopback.failure(of: request)?.code == .cannotResolve)
    }

    @Test func aServerWithoutTLSFailsTLS() async throws {
        let loopback = try Loopback(script: { connection in
            _ = connection.read(upTo: 100)
            try connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        })
        let request = try HTTPRequest(url: "https://\(loopback.server.authority)/")
        #expect(await loopback.failure(of: request)?.code == .tlsFailed)
    }

    @Test func aPOSTThatIsReadAndNotAnsweredIsSentOnce() async throws {
        let loopback = try Loopback(Reply(.close), Reply(.close))
        let error = await loopback.failure(
            of: try loopback.request(.post, body: .data(Data("abc".utf8))))
        #expect(error?.code == .connectionLost)
        #expect(error?.mayHaveBeenProcessed == true)
        #expect(loopback.server.requestCount == 1)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct RefusalTests {
    private static func refused(_ change: (inout HTTPRequest) -> Void) throws -> HTTPRequest {
        var request = try HTTPRequest(url: "http://127.0.0.1:1/")
        change(&request)
        return request
    }

    @Test func whatThePlatformCannotDoIsRefusedBeforeAnyConnection() async throws {
        let requests = try [
            HTTPRequest(url: "http://[::1]:1/"),
            HTTPRequest(url: "http://127.0.0.1:1/a/../b"),
            HTTPRequest(url: "http://127.0.0.1:1/a/%2E%2e/b"),
            HTTPRequest(method: "post", url: "http://127.0.0.1:1/"),
            Self.refused { $0.body = .data(Data("abc".utf8)) },
            Self.refused { $0.timeouts.connect = .seconds(1) },
            Self.refused { $0.options.expectContinue = true },
            Self.refused { $0.fields.append(HTTPField(name: "X", bytes: [0xE9])) },
        ]
        for request in requests {
            let error = await #expect(throws: NetworkError.self) {
                try await URLSessionTransport().send(request)
            }
            #expect(error?.code == .unsupported)
        }
    }

    @Test func whatNobodyCanSendIsInvalid() async throws {
        let requests = try [
            Self.refused { $0.fields["X"] = "1\r\nX-Injected: 2" }, Self.refused { $0.fields["X A"] = "1" },
            Self.refused { $0.timeouts.head = .zero }, Self.refused { $0.timeouts.total = .seconds(-1) },
        ]
        for request in requests {
            let error = await #expect(throws: NetworkError.self) {
                try await URLSessionTransport().send(request)
            }
            #expect(error?.code == .invalidRequest)
        }
    }
}
