import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// Requests to addresses that are not public, by a transport that may not connect to them.
    @Suite(.timeLimit(.minutes(5)))
    struct AddressPolicyTests {
        private static func guarded(
            allowing ranges: [String] = [], resolving names: [String] = []
        ) -> LibcurlTransport {
            LibcurlTransport(
                configuration: .init(addressPolicy: .publicOnly(allowing: ranges)), nameOverrides: names)
        }

        /// How strangers spell an address that is not public; the port is that of a server which must see nothing.
        static let spellings = [
            "127.0.0.1", "127.0.0.2", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7F.1",
            "017700000001", "0177.0.0.1", "0177.0.0.01", "127.000.000.001", "0", "0.0.0.0", "0x0", "00",
            "localhost", "LOCALHOST", "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[0:0:0:0:0:ffff:7f00:1]", "[::127.0.0.1]", "[::ffff:0:0]", "[64:ff9b::127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[fe80::1]", "[fd00:ec2::254]",
            "[ff02::1]",
            "169.254.169.254", "0xa9fea9fe", "2852039166", "[::ffff:a9fe:a9fe]", "10.0.0.1", "172.16.0.1",
            "192.168.0.1",
            "100.100.100.200", "224.0.0.1", "255.255.255.255", "192.0.0.192", "168.63.129.16",
            "private.test", "mapped.test", "metadata.test", "several.test",
        ]

        private static func names(_ port: UInt16) -> [String] {
            [
                "private.test:\(port):127.0.0.1", "mapped.test:\(port):[::ffff:127.0.0.1]",
                "metadata.test:\(port):169.254.169.254", "several.test:\(port):10.0.0.1,127.0.0.1,[::1]",
            ]
        }

        @Test func noSpellingReachesAnAddressThatIsNotPublic() async throws {
            let server = try LoopbackServer()
            let ipv6 = try? LoopbackServer(port: server.port, host: .ipv6)
            let transport = Self.guarded(resolving: Self.names(server.port))
            #expect(Self.spellings.count >= 40)
            for spelling in Self.spellings {
                for scheme in ["http", "https"] {
                    let url = "\(scheme)://\(spelling):\(server.port)/"
                    let error = try await transport.failure(
                        of: HTTPRequest(url: url, timeouts: .total(.seconds(60))))
                    #expect(error?.code == .addressRefused, "\(url): \(String(describing: error))")
                }
            }
            #expect(server.connectionCount == 0)
            #expect(ipv6?.connectionCount ?? 0 == 0)
        }

        @Test func aRedirectToAnAddressThatIsNotPublicIsRefused() async throws {
            let inside = try LoopbackServer(host: .ipv6)
            let outside = try LoopbackServer { [url = inside.url] connection in
                while try connection.readRequest() != nil {
                    try connection.send(
                        "HTTP/1.1 302 Found\r\nLocation: \(url)/get\r\nContent-Length: 0\r\n\r\n")
                }
            }
            let transport = Self.guarded(allowing: ["127.0.0.1"])
            let client = Client(transport: transport, configuration: .init(redirects: .follow()))
            let error = await #expect(throws: NetworkError.self) {
                try await client.send(Endpoint<Data>.get(url: outside.url))
            }
            #expect(error?.code == .addressRefused)
            #expect(error?.redirects.count == 1)
            #expect(outside.requestCount == 1)
            #expect(inside.connectionCount == 0)
        }

        @Test func aNameWhoseNextLookupLeadsInsideIsRefused() async throws {
            let (outside, inside) = (try LoopbackServer(), try LoopbackServer(host: .ipv6))
            // The name has both addresses: the first is allowed until its server has gone.
            let transport = Self.guarded(
                allowing: ["127.0.0.1"], resolving: ["twice.test:\(outside.port):127.0.0.1"])
            let url = "http://twice.test:\(outside.port)/get"
            #expect(try await transport.fetch(HTTPRequest(url: url)).0.status == 200)
            let changed = Self.guarded(
                allowing: ["127.0.0.1"], resolving: ["twice.test:\(inside.port):[::1]"])
            let error = try await changed.failure(
                of: HTTPRequest(url: "http://twice.test:\(inside.port)/get"))
            #expect(error?.code == .addressRefused)
            #expect(inside.connectionCount == 0)
        }

        @Test func anAllowedAddressIsUsedWhereOthersAreRefused() async throws {
            let server = try LoopbackServer()
            let transport = Self.guarded(
                allowing: ["127.0.0.1"], resolving: ["several.test:\(server.port):10.0.0.1,[::1],127.0.0.1"])
            for _ in 0..<3 {
                let request = try HTTPRequest(
                    url: "http://several.test:\(server.port)/get", fields: [.connection: "close"])
                #expect(try await transport.fetch(request).0.status == 200)
            }
        }

        @Test func aConnectionIsReusedOnlyByItsTransport() async throws {
            let server = try LoopbackServer()
            let url = server.url + "/get"
            let free = LibcurlTransport()
            #expect(try await free.fetch(HTTPRequest(url: url)).0.status == 200)
            #expect(try await Self.guarded().failure(of: HTTPRequest(url: url))?.code == .addressRefused)
            #expect(try await free.fetch(HTTPRequest(url: url)).0.status == 200)
            #expect(server.connectionCount == 1)
        }

        @Test func aProxyIsRefusedBeforeAnyIO() async throws {
            let proxy = try LoopbackServer()
            let transport = LibcurlTransport(
                configuration: .init(proxy: try .init(proxy.url), addressPolicy: .publicOnly))
            let error = try await transport.failure(of: HTTPRequest(url: "http://1.1.1.1/"))
            #expect(error?.code == .unsupported)
            #expect(proxy.connectionCount == 0)
        }
    }
}
