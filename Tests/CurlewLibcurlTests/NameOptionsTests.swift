import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
    struct NameOptionsTests {
        private typealias Names = TransportConfiguration.NameOptions

        private static func transport(_ names: TransportConfiguration.NameOptions) -> LibcurlTransport {
            LibcurlTransport(configuration: .init(names: names))
        }

        private static func request(_ url: String) throws -> HTTPRequest {
            try HTTPRequest(url: url, fields: [.connection: "close"], timeouts: .total(.seconds(60)))
        }

        @Test func anOverrideReplacesTheLookup() async throws {
            let server = try LoopbackServer()
            let transport = Self.transport(
                try Names(overrides: [.init(host: "A.test", port: server.port, addresses: ["127.0.0.1"])]))
            for _ in 0..<2 {
                let (response, _) = try await transport.fetch(
                    Self.request("http://a.test:\(server.port)/get"))
                #expect(response.status == 200)
            }
            #expect(server.received.allSatisfy { $0["Host"] == "a.test:\(server.port)" })
            let ipv6 = try LoopbackServer(host: .ipv6)
            let other = Self.transport(
                try Names(overrides: [.init(host: "a.test", port: ipv6.port, addresses: ["::1"])]))
            #expect(try await other.fetch(Self.request("http://a.test:\(ipv6.port)/get")).0.status == 200)
        }

        @Test func anotherHostAndPortAreConnectedTo() async throws {
            let (one, two) = (try LoopbackServer(), try LoopbackServer())
            let transport = Self.transport(
                try Names(connectTo: [
                    .init(host: "one.test", port: 80, toHost: "127.0.0.1", toPort: one.port),
                    .init(port: 81, toHost: "localhost", toPort: two.port),
                    .init(host: "10.1.1.1", toHost: "127.0.0.1"),
                ]))
            #expect(try await transport.fetch(Self.request("http://one.test/get")).0.status == 200)
            #expect(one.received.map { $0["Host"] } == ["one.test"])
            for url in ["http://one.test:81/get", "http://10.255.255.1:81/get", "http://[::2]:81/get"] {
                #expect(try await transport.fetch(Self.request(url)).0.status == 200)
            }
            #expect(two.received.map { $0["Host"] } == ["one.test:81", "10.255.255.1:81", "[::2]:81"])
            #expect(
                try await transport.fetch(Self.request("http://10.1.1.1:\(one.port)/get")).0.status == 200)
        }

        @Test func aConnectionServesOnlyItsHost() async throws {
            let (one, two) = (try LoopbackServer(), try LoopbackServer())
            let transport = Self.transport(
                try Names(connectTo: [
                    .init(host: "one.test", toHost: "127.0.0.1", toPort: one.port),
                    .init(host: "two.test", toHost: "127.0.0.1", toPort: two.port),
                ]))
            for _ in 0..<3 {
                for host in ["one.test", "two.test"] {
                    _ = try await transport.fetch(HTTPRequest(url: "http://\(host)/get"))
                }
            }
            #expect(one.received.allSatisfy { $0["Host"] == "one.test" })
            #expect(two.received.allSatisfy { $0["Host"] == "two.test" })
            #expect([one, two].allSatisfy { $0.requestCount == 3 && $0.connectionCount == 1 })
        }

        @Test func oneFamilyExcludesTheOther() async throws {
            let (ipv4, ipv6) = (try LoopbackServer(), try LoopbackServer(host: .ipv6))
            for (family, server, url) in [
                (Names.AddressFamily.ipv4, ipv6, "http://[::1]"), (.ipv6, ipv4, "http://127.0.0.1"),
            ] {
                let error = try await Self.transport(Names(addressFamily: family)).failure(
                    of: Self.request("\(url):\(server.port)/get"))
                #expect(error != nil)
                #expect(server.connectionCount == 0)
            }
            let address = try await Self.transport(Names(addressFamily: .ipv4)).fetch(
                Self.request("http://localhost:\(ipv4.port)/get")
            ).0.metrics.connection?.remoteAddress
            #expect(address == "127.0.0.1:\(ipv4.port)")
        }

        @Test func theLocalAddressIsThatOfTheOption() async throws {
            let server = try LoopbackServer()
            for interface in ["127.0.0.7", "lo"] {
                let (response, _) = try await Self.transport(Names(interface: interface)).fetch(
                    Self.request(server.url + "/get"))
                #expect(response.status == 200)
                guard interface != "lo" else { continue }
                #expect(response.metrics.connection?.localAddress?.hasPrefix("\(interface):") == true)
            }
            let error = try await Self.transport(Names(interface: "none-such0")).failure(
                of: Self.request(server.url + "/get"))
            #expect(error?.code == .cannotConnect)
        }

        @Test func aRequestThroughAProxyCannotBeRedirected() async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport(
                configuration: .init(
                    proxy: try .init(server.url), names: try Names(connectTo: [.init(toHost: "127.0.0.1")])))
            let error = try await transport.failure(of: Self.request("http://a.test/"))
            #expect(error?.code == .unsupported)
            #expect(server.connectionCount == 0)
        }

        @Test func whatIsNotAHostOrAnAddressIsRefused() {
            for host in ["", "a:80", "a b", "[::1", "ü"] {
                #expect(throws: NetworkError.self) {
                    try Names.Override(host: host, port: 1, addresses: ["::1"])
                }
                #expect(throws: NetworkError.self) { try Names.ConnectTo(toHost: host) }
            }
            for addresses in [[], ["a"], ["127.0.0.1", "127.0.0.1:80"]] {
                #expect(throws: NetworkError.self) {
                    try Names.Override(host: "a", port: 1, addresses: addresses)
                }
            }
        }
    }
}
