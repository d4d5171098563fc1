import Curlew
import CurlewTesting
import Foundation
import Synchronization
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(2)))
    struct DownloadTests {
        private let transport = LibcurlTransport()

        private func server(_ steps: LoopbackServer.Reply.Step...) throws -> LoopbackServer {
            try LoopbackServer { connection in
                guard try connection.readRequest() != nil else { return }
                for step in steps {
                    switch step {
                    case .send(let text): try connection.send(text)
                    case .sendBytes(let bytes): try connection.send(bytes)
                    case .pause(let duration): try connection.pause(duration)
                    case .close: return connection.close()
                    case .reset: return connection.reset()
                    case .keepOpen: _ = connection.waitForPeerToClose(within: .seconds(60))
                    }
                }
            }
        }

        @Test func aSlowHeadIsDeliveredBeforeAnyBodyByte() async throws {
            let server = try server(
                .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"), .keepOpen)
            let response = try await transport.send(HTTPRequest(server))
            #expect(response.status == 200)
            #expect(response.fields[.contentType] == "text/event-stream")
            #expect(response.body.metrics == nil)
            let reader = Task { try await response.body.collect(upTo: 10) }
            reader.cancel()
            await #expect { try await reader.value } throws: { NetworkError.Code.cancelled ~= $0 }
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test func aSmallAnswerComesWhole() async throws {
            let server = try server(.send(answer("small")), .keepOpen)
            let response = try await transport.send(HTTPRequest(server))
            #expect(response.body.metrics != nil, "its end is known with its head")
            #expect(try await response.body.collect(upTo: 10) == Data("small".utf8))
        }

        @Test func trailersStayApartFromTheHeadsFields() async throws {
            let server = try server(
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\nA: head\r\n\r\n"),
                .send("3\r\nabc\r\n0\r\nX-Sum: 7\r\nA: trailer\r\n\r\n"), .keepOpen)
            let (response, body) = try await transport.fetch(HTTPRequest(server))
            #expect(body == Data("abc".utf8))
            #expect(response.fields["A"] == "head")
            #expect(response.fields["X-Sum"] == nil)
            #expect(response.body.trailers["X-Sum"] == "7")
            #expect(response.body.trailers["A"] == "trailer")
        }

        @Test(arguments: [
            "HTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n",
            "HTTP/1.1 100 Continue\r\nX-Interim: yes\r\n\r\n",
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n",
        ])
        func interimHeadsAreNotTheAnswer(interim: String) async throws {
            let final = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Final: yes\r\n\r\nok"
            for steps in [[interim + final], [interim, final]] {
                let server = try LoopbackServer { connection in
                    guard try connection.readRequest() != nil else { return }
                    for step in steps {
                        try connection.send(step)
                        try connection.pause(.milliseconds(5))
                    }
                }
                let (response, body) = try await transport.fetch(HTTPRequest(server))
                #expect(response.status == 200)
                #expect(response.fields["X-Final"] == "yes")
                #expect(response.fields["X-Interim"] == nil)
                #expect(body == Data("ok".utf8))
            }
        }

        @Test func anInterimHeadAloneIsNoAnswer() async throws {
            let server = try server(.send("HTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n"), .close)
            #expect(await transport.failure(of: try HTTPRequest(server))?.code == .connectionLost)
        }

        @Test func aProtocolThatNobodyAskedForIsNoAnswer() async throws {
            let server = try server(
                .send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbytes"), .close)
            let error = try #require(await transport.failure(of: try HTTPRequest(server)))
            #expect([.protocolViolation, .connectionLost].contains(error.code))
        }

        @Test func aRedirectIsTheAnswer() async throws {
            let server = try server(
                .send("HTTP/1.1 302 Found\r\nlocation: /ok\r\nContent-Length: 0\r\n\r\n"), .keepOpen)
            let (response, _) = try await transport.fetch(HTTPRequest(server))
            #expect(response.status == 302)
            #expect(response.fields[.location] == "/ok")
            #expect(server.requestCount == 1)
        }

        @Test(arguments: [
            "Content-Length: 100\r\n\r\n0123456789", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
        ])
        func aBodyThatEndsEarlyIsIncomplete(rest: String) async throws {
            for ending in [LoopbackServer.Reply.Step.close, .reset] {
                let server = try server(.send("HTTP/1.1 200 OK\r\n\(rest)"), .pause(.milliseconds(5)), ending)
                let error = await transport.failure(of: try HTTPRequest(server))
                #expect(error?.code == .incompleteBody)
            }
        }

        @Test(arguments: [
            "just bytes, no status line\n", "\u{0}\u{1}\u{2}", "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/9.9 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        ])
        func whatIsNotHTTPIsAViolation(text: String) async throws {
            let server = try server(.send(text), .close)
            let error = await transport.failure(of: try HTTPRequest(server))
            #expect(error?.code == .protocolViolation, "\(String(describing: error))")
        }

        @Test(arguments: ["", "HTTP/1", "HTTP/1.1 200 OK\r\nA: b"])
        func aConnectionThatClosesWithinTheHeadGivesNoAnswer(text: String) async throws {
            let server = try server(.send(text), .close)
            let error = try #require(await transport.failure(of: try HTTPRequest(server)))
            #expect([.connectionLost, .protocolViolation].contains(error.code), "\(error)")
        }

        @Test func aHEADEndsWithItsHeadAndTheConnectionServesAgain() async throws {
            let server = try LoopbackServer { connection in
                while let request = try connection.readRequest() {
                    let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
                    try connection.send(request.method == "HEAD" ? head : head + "body")
                }
            }
            let (response, body) = try await transport.fetch(HTTPRequest(.head, server))
            #expect(response.fields[.contentLength] == "4")
            #expect(body.isEmpty)
            #expect(try await transport.fetch(HTTPRequest(server)).1 == Data("body".utf8))
            #expect(server.connectionCount == 1)
        }

        @Test func hugeHeadsAreRefusedAndLargeOnesAreNot() async throws {
            let value = String(repeating: "v", count: 1000)
            let many = (0..<2000).map { "X-\($0): \(value)\r\n" }.joined()
            let oneHuge = "X: \(String(repeating: value, count: 150))\r\n"
            for fields in [many, oneHuge] {
                let server = try server(.send("HTTP/1.1 200 OK\r\n\(fields)\r\n"), .keepOpen)
                #expect(await transport.failure(of: try HTTPRequest(server))?.code == .headersTooLarge)
                #expect(await server.waitUntil { $0.openConnectionCount == 0 })
            }
            let large = "X: \(String(repeating: value, count: 60))\r\n"
            let server = try server(.send("HTTP/1.1 200 OK\r\n\(large)Content-Length: 0\r\n\r\n"), .keepOpen)
            #expect(try await transport.fetch(HTTPRequest(server)).0.fields["X"]?.count == 60_000)
        }

        @Test func aCodedBodyIsDecodedWhenAskedFor() async throws {
            // "hello hello hello", by gzip.
            let coded: [UInt8] = [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x90, 0,
                0x80,
                0x88, 0xF9, 0xE5, 0x11, 0, 0, 0,
            ]
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n"
            for decoding in [HTTPRequest.Decoding.automatic, .raw] {
                let server = try server(.send(head), .sendBytes(coded), .keepOpen)
                let (response, body) = try await transport.fetch(
                    HTTPRequest(server, options: .init(decoding: decoding)))
                let isDecoded = decoding == .automatic
                #expect(body == (isDecoded ? Data("hello hello hello".utf8) : Data(coded)))
                #expect(response.fields.contains(.contentEncoding) != isDecoded)
                #expect(response.fields.contains(.contentLength) != isDecoded)
            }
            let server = try server(.send(head), .sendBytes([1, 2, 3] + coded), .keepOpen)
            let error = await transport.failure(
                of: try HTTPRequest(server, options: .init(decoding: .automatic)))
            #expect(error?.code == .contentDecodingFailed)
        }
    }
}
