import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
    struct UnixSocketTests {
        private typealias UnixSocket = TransportConfiguration.UnixSocket

        /// A server on a new socket whose path has blanks, and its path.
        private func server(_ name: String = "a socket") throws -> (LoopbackServer, path: String) {
            let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
            let path = "\(folder)\(name) \(UUID().uuidString.prefix(8)).sock"
            return (try LoopbackServer(host: .unixSocket(path)), path)
        }

        private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

        private func request(
            _ socket: UnixSocket?, _ url: String = "http://localhost/get?x=1", body: RequestBody? = nil
        ) throws -> HTTPRequest {
            try HTTPRequest(
                method: body == nil ? .get : .post, url: url, body: body, timeouts: .total(.seconds(20)),
                options: .init(unixSocket: socket))
        }

        @Test func hostAndPathAreTheURLs() async throws {
            let (server, path) = try server()
            defer { Self.remove(path) }
            let transport = LibcurlTransport()
            for url in [
                "http://localhost/get?x=1", "http://docker.test:2375/get?x=1", "http://10.255.255.1/get?x=1",
            ] {
                let (response, _) = try await transport.fetch(request(.path(path), url))
                #expect(response.status == 200)
                #expect(response.metrics.connection?.remoteAddress == path)
            }
            #expect(server.received.map { $0["Host"] } == ["localhost", "docker.test:2375", "10.255.255.1"])
            #expect(server.received.allSatisfy { $0.target == "/get?x=1" })
        }

        @Test func anAbstractNameIsConnectedTo() async throws {
            let name = "curlew \(UUID().uuidString)"
            let server = try LoopbackServer(host: .abstractSocket(name))
            let transport = LibcurlTransport(configuration: .init(unixSocket: .abstract(name)))
            for _ in 0..<3 {
                #expect(try await transport.fetch(request(nil)).0.status == 200)
            }
            #expect(server.requestCount == 3)
        }

        @Test func bodiesOfAllKindsAreSent() async throws {
            let (server, path) = try server()
            defer { Self.remove(path) }
            let transport = LibcurlTransport(configuration: .init(unixSocket: .path(path)))
            let data = Data.pattern(300_000)
            let stream = RequestBody.stream(
                AsyncStream {
                    $0.yield(data); $0.finish()
                }, length: nil)
            for body in [RequestBody.data(data), stream] {
                let (response, _) = try await transport.fetch(request(nil, "http://a/echo", body: body))
                #expect(response.status == 200)
            }
            #expect(
                server.received.map(\.bodyText)
                    == Array(repeating: String(decoding: data, as: UTF8.self), count: 2))
        }

        @Test func aMissingSocketIsATypedError() async throws {
            for socket in [UnixSocket.path("/nowhere/a socket"), .abstract("nowhere \(UUID().uuidString)")] {
                let error = try await LibcurlTransport().failure(of: request(socket))
                #expect(error?.code == .cannotConnect)
                #expect(error?.isRetryable == true)
                #expect(error?.message.contains("the unix socket \(socket)") == true)
            }
        }

        @Test func aPathThatIsTooLongIsATypedError() async throws {
            let path = "/tmp/" + String(repeating: "x", count: 115)
            let error = try await LibcurlTransport().failure(of: request(.path(path)))
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.contains("120 bytes") == true)
        }

        @Test func aConnectionServesOnlyRequestsToItsSocket() async throws {
            let (one, onePath) = try server("one")
            let (two, twoPath) = try server("two")
            let tcp = try LoopbackServer()
            defer { for path in [onePath, twoPath] { Self.remove(path) } }
            let transport = LibcurlTransport()
            let url = "http://127.0.0.1:\(tcp.port)/get"
            for _ in 0..<3 {
                for socket in [UnixSocket.path(onePath), .path(twoPath), nil] {
                    #expect(try await transport.fetch(request(socket, url)).0.status == 200)
                }
            }
            for server in [one, two, tcp] {
                #expect(server.requestCount == 3)
                #expect(server.connectionCount == 1, "each keeps its own")
            }
        }

        @Test func aServerCannotRedirectToASocket() async throws {
            let server = try LoopbackServer(replies: [
                .init(
                    .send("HTTP/1.1 302 Found\r\nLocation: unix:///tmp/a.sock\r\nContent-Length: 0\r\n\r\n"))
            ])
            let client = Client(
                baseURL: server.url, transport: LibcurlTransport(), configuration: .init(redirects: .follow())
            )
            let error = await #expect(throws: NetworkError.self) {
                try await client.send(Endpoint<Data>.get("/"))
            }
            #expect(error?.code == .redirectRefused || error?.code == .invalidURL)
            #expect(server.requestCount == 1)
        }
    }
}
