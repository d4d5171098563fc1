import Curlew
import CurlewTesting
import Foundation
import Synchronization
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
    struct DownloadTests {
        private let transport = LibcurlTransport()

        private func server(_ steps: LoopbackServer.Reply.Step...) throws -> LoopbackServer {
            try LoopbackServer { connection in
                guard try connection.readRequest() != nil else { return }
                for step in steps {
                    switch step.kind {
                    case .send(let bytes): try connection.send(bytes)
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

        @Test func aSmallResponseIsDeliveredWhole() async throws {
            let server = try server(.send(okResponse("small")), .keepOpen)
            let response = try await transport.send(HTTPRequest(server))
            #expect(response.body.metrics != nil, "its end is known with its head")
            #expect(try await response.body.collect(upTo: 10) == Data("small".utf8))
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
