import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

extension SocketTests {
    /// Proxies that are scripts; other projects' proxies are in the peer tests.
    @Suite(.timeLimit(.minutes(5)))
    struct ProxyTests {
        private typealias Proxy = TransportConfiguration.Proxy
        private static let password = "hunter2 :%"
        private static let encodedPassword = "hunter2%20%3A%25"

        /// A proxy that responds to every request.
        private static func proxy(_ response: String = okResponse("by the proxy")) throws -> LoopbackServer {
            try LoopbackServer { connection in
                while try connection.readRequest() != nil { try connection.send(response) }
            }
        }

        private static func url(_ server: LoopbackServer, credentials: String = "") -> String {
            "http://\(credentials)\(server.authority)"
        }

        private func request(_ url: String, _ proxy: Proxy? = nil) throws -> HTTPRequest {
            try HTTPRequest(url: url, timeouts: .total(.seconds(30)), options: .init(proxy: proxy))
        }

        @Test func anHTTPRequestIsSentToTheProxyItself() async throws {
            let proxy = try Self.proxy()
            let transport = LibcurlTransport(
                configuration: .init(
                    proxy: try Proxy(Self.url(proxy, credentials: "me:\(Self.encodedPassword)@"))))
            for _ in 0..<2 {
                let (response, body) = try await transport.fetch(request("http://no.such.host.test:81/a?b=c"))
                #expect(response.status == 200)
                #expect(String(decoding: body, as: UTF8.self) == "by the proxy")
            }
            let received = try #require(proxy.received.first)
            #expect(received.target == "http://no.such.host.test:81/a?b=c")
            #expect(received["Host"] == "no.such.host.test:81")
            let credentials = Data("me:\(Self.password)".utf8).base64EncodedString()
            #expect(received.values(of: "Proxy-Authorization") == ["Basic \(credentials)"])
            #expect(proxy.connectionCount == 1)
            _ = try await transport.fetch(request("http://no.such.host.test/a?"))
            #expect(proxy.received.last?.target == "http://no.such.host.test/a?")
        }

        @Test func exceptionsAndRequestsWithoutProxyGoDirectly() async throws {
            let (proxy, server) = (try Self.proxy(), try LoopbackServer())
            let transport = LibcurlTransport(
                configuration: .init(proxy: try Proxy(Self.url(proxy), noProxy: ["127.0.0.0/8"])))
            #expect(try await transport.fetch(request(server.url + "/get")).0.status == 200)
            let own = try request(server.url + "/get", Proxy(Self.url(proxy)))
            #expect(try await transport.fetch(own).1 == Data("by the proxy".utf8))
            let strict = LibcurlTransport(configuration: .init(proxy: try Proxy(Self.url(proxy))))
            #expect(try await strict.fetch(request(server.url + "/get", Proxy.none)).0.status == 200)
            #expect(server.requestCount == 2)
            #expect(server.received.allSatisfy { $0["Proxy-Authorization"] == nil && $0.target == "/get" })
            #expect(proxy.requestCount == 1)
        }

        @Test(arguments: [
            (407, "requires credentials (status 407)"), (403, "refused, with status 403"),
            (502, "refused, with status 502"), (503, "refused, with status 503"),
        ])
        func aRefusedTunnelIsTheProxysFailure(status: Int, words: String) async throws {
            let server = try LoopbackServer()
            let proxy = try Self.proxy(
                "HTTP/1.1 \(status) No\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 5\r\n\r\nhello"
            )
            let transport = LibcurlTransport(configuration: .init(proxy: try Proxy(Self.url(proxy))))
            let error = try await transport.failure(of: request("https://127.0.0.1:\(server.port)/secret?x"))
            #expect(error?.code == .proxyFailed)
            #expect(error?.message.contains(words) == true)
            #expect(error?.response == nil)
            #expect(proxy.received.map(\.method) == ["CONNECT"])
            #expect(proxy.received.map(\.target) == ["127.0.0.1:\(server.port)"])
            #expect(server.connectionCount == 0, "nothing goes directly")
        }

        @Test(arguments: ["http", "https"])
        func refusedCredentialsAreTheProxysFailureAndAppearNowhere(scheme: String) async throws {
            let proxy = try Self.proxy(
                "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n")
            let url = Self.url(proxy, credentials: "me:\(Self.encodedPassword)@")
            let transport = LibcurlTransport(configuration: .init(proxy: try Proxy(url)))
            let error = try #require(await transport.failure(of: request("\(scheme)://a.test/")))
            #expect(error.code == .proxyFailed)
            #expect(error.message.contains("refused the credentials (status 407)"))
            var text = "\(error) \(String(reflecting: error))"
            dump(error, to: &text)
            #expect(!text.contains("hunter2"))
        }

        @Test func a407OfTheServerIsAResponse() async throws {
            let server = try Self.proxy("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n")
            #expect(try await LibcurlTransport().fetch(request(server.url)).0.status == 407)
        }

        @Test(arguments: [
            "http://127.0.0.1:1", "https://127.0.0.1:1", "socks5h://127.0.0.1:1", "socks4a://127.0.0.1:1",
        ])
        func aProxyThatRefusesConnectionsFailsTheRequest(url: String) async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport(configuration: .init(proxy: try Proxy(url)))
            for scheme in ["http", "https"] {
                let error = try await transport.failure(of: request("\(scheme)://127.0.0.1:\(server.port)/"))
                #expect(error?.code == .proxyFailed)
                #expect(error?.message.contains(url) == true)
            }
            #expect(server.connectionCount == 0, "nothing goes directly")
        }

        @Test(arguments: ["http", "socks5h", "socks4a"])
        func aProxyThatHangsUpFailsTheTunnel(scheme: String) async throws {
            let proxy = try LoopbackServer { connection in _ = connection.read(upTo: 1) }
            let transport = LibcurlTransport(
                configuration: .init(proxy: try Proxy("\(scheme)://\(proxy.authority)")))
            let error = try await transport.failure(of: request("https://a.test/"))
            #expect(error?.code == .proxyFailed)
        }

        @Test func aSOCKSProxyResolvesTheName() async throws {
            let replies: [(UInt8, NetworkError.Code)] = [
                (5, .proxyFailed), (4, .proxyFailed), (2, .proxyFailed),
            ]
            for (reply, code) in replies {
                let name = Lock<[UInt8]>([])
                let proxy = try LoopbackServer { connection in
                    let greeting = connection.read(upTo: 2)
                    _ = connection.read(upTo: Int(greeting.last ?? 0))
                    try connection.send([5, 0])
                    let head = connection.read(upTo: 5)
                    let rest = connection.read(upTo: Int(head.last ?? 0) + 2)
                    name.withLock { $0 = Array(head.prefix(4)) + rest }
                    try connection.send([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
                }
                let transport = LibcurlTransport(
                    configuration: .init(proxy: try Proxy("socks5h://\(proxy.authority)")))
                let error = try await transport.failure(of: request("http://no.such.host.test:81/"))
                #expect(error?.code == code)
                // RFC 1928 §4: CONNECT to a domain name, and the port.
                #expect(name.withLock { $0 } == [5, 1, 0, 3] + Array("no.such.host.test".utf8) + [0, 81])
            }
        }

        @Test func requestsWithOtherCredentialsGetOtherConnections() async throws {
            let proxy = try Self.proxy()
            let transport = LibcurlTransport()
            for _ in 0..<3 {
                for credentials in ["a:b@", "a:c@", "b:b@", ""] {
                    let own = try Proxy(Self.url(proxy, credentials: credentials))
                    _ = try await transport.fetch(request("http://a.test/", own))
                }
            }
            #expect(proxy.requestCount == 12)
            #expect(proxy.connectionCount == 4)
            let byConnection = Dictionary(grouping: proxy.received, by: \.connectionIndex)
            #expect(byConnection.values.allSatisfy { Set($0.map { $0["Proxy-Authorization"] }).count == 1 })
        }

        @Test func theEnvironmentIsReadWhenTheTransportIsMade() async throws {
            await #expect(processExitsWith: .success) {
                let (proxy, server) = (try Self.proxy(), try LoopbackServer())
                unsafe setenv("http_proxy", Self.url(proxy), 1)
                unsafe setenv("no_proxy", "b.test, 127.0.0.0/8", 1)
                let transport = LibcurlTransport(configuration: .init(proxy: .environment))
                unsafe unsetenv("http_proxy")
                let proxied = try await transport.fetch(HTTPRequest(url: "http://a.test/"))
                try #require(String(decoding: proxied.1, as: UTF8.self) == "by the proxy")
                _ = try await transport.fetch(HTTPRequest(url: server.url + "/get"))
                unsafe setenv("http_proxy", Self.url(proxy), 1)
                unsafe setenv("no_proxy", "", 1)
                // The default reads no variable.
                _ = try await LibcurlTransport().fetch(HTTPRequest(url: server.url + "/get"))
                try #require(server.requestCount == 2)
                try #require(proxy.requestCount == 1)
            }
        }
    }
}
