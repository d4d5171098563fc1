import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// squid, nghttpx (TLS to the proxy) and microsocks.
@Suite("Through another project's proxy", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct ProxyPeerTests {
    /// The proxies, with their right credentials and with wrong ones.
    ///
    /// The wrong ones have another user name: squid takes one password of a user for another that it checks meanwhile.
    enum ProxyPeer: String, CaseIterable {
        case squid
        case squidOverTLS
        case microsocks

        func url(_ credentials: String? = nil) throws -> String {
            switch self {
            case .squid:
                "http://\(credentials ?? "user:pass%20word%3A1")@\(try Peer.variable("CURLEW_SQUID"))"
            case .squidOverTLS:
                "https://\(credentials ?? "user:pass%20word%3A1")@\(try Peer.variable("CURLEW_TLS_PROXY"))"
            case .microsocks: "socks5h://\(credentials ?? "user:secret")@\(try Peer.variable("CURLEW_SOCKS"))"
            }
        }

        func proxy(_ credentials: String? = nil) throws -> TransportConfiguration.Proxy {
            try .init(url(credentials))
        }
    }

    private func transport(_ proxy: TransportConfiguration.Proxy = .none) throws -> LibcurlTransport {
        LibcurlTransport(
            configuration: .init(tls: .init(trustStore: .file(try TLSPeer.authorityFile())), proxy: proxy))
    }

    private func fetch(
        _ transport: LibcurlTransport, _ url: String, _ proxy: TransportConfiguration.Proxy? = nil
    ) async throws -> (head: HTTPResponse, body: String) {
        let request = try HTTPRequest(url: url, timeouts: .total(.seconds(30)), options: .init(proxy: proxy))
        let response = try await transport.send(request)
        return (response, String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self))
    }

    @Test(
        "http and https requests reach their server, with the head of the server only",
        arguments: ProxyPeer.allCases)
    func reach(peer: ProxyPeer) async throws {
        let transport = try transport(peer.proxy())
        for _ in 0..<2 {
            let plain = try await fetch(transport, try Peer.httpbin() + "/headers")
            #expect(plain.head.status == 200)
            #expect(!plain.body.contains("Proxy-Authorization"))
            let secure = try await fetch(transport, try Peer.variable("CURLEW_NGINX_URL") + "/connection")
            #expect(secure.head.status == 200)
            #expect(secure.head.version == .http2, "agreed with the server in the tunnel")
            #expect(secure.head.fields[.server]?.contains("nginx") == true)
        }
        print("Peer | \(peer) | http, https, credentials | honoured")
    }

    @Test("the proxy resolves the name", arguments: [ProxyPeer.squid, .squidOverTLS])
    func resolve(peer: ProxyPeer) async throws {
        let port = try #require(URL(string: Peer.httpbin())?.port)
        let response = try await fetch(transport(peer.proxy()), "http://only-the-proxy.test:\(port)/get")
        #expect(response.head.status == 200)
    }

    @Test("refused credentials are the proxy's failure", arguments: ProxyPeer.allCases)
    func refusedCredentials(peer: ProxyPeer) async throws {
        let transport = try transport(peer.proxy("stranger:hunter2"))
        let urls = [try Peer.httpbin() + "/get", try Peer.variable("CURLEW_NGINX_URL") + "/connection"]
        for url in urls {
            let error = await #expect(throws: NetworkError.self) { try await fetch(transport, url) }
            #expect(error?.code == .proxyFailed)
            #expect(error.map { "\($0)".contains("hunter2") } == false)
            print("Peer | \(peer) | refused credentials | \(error?.message ?? "")")
        }
    }

    @Test(
        "a denied host and a server that refuses are the proxy's failure in a tunnel, otherwise its response")
    func deniedHosts() async throws {
        for peer in [ProxyPeer.squid, .squidOverTLS] {
            let transport = try transport(peer.proxy())
            #expect(try await fetch(transport, "http://denied.test/").head.status == 403)
            #expect(try await fetch(transport, "http://127.0.0.1:1/").head.status == 503)
            for url in ["https://denied.test/", "https://127.0.0.1:1/"] {
                let error = await #expect(throws: NetworkError.self) { try await fetch(transport, url) }
                #expect(error?.code == .proxyFailed)
                print("Peer | \(peer) | \(url) | \(error?.message ?? "")")
            }
        }
        let error = await #expect(throws: NetworkError.self) {
            try await fetch(transport(ProxyPeer.microsocks.proxy()), "http://127.0.0.1:1/")
        }
        #expect(error?.code == .proxyFailed)
    }

    @Test("a proxy's certificate is checked like a server's, and the server's in the tunnel")
    func certificates() async throws {
        let nginx = try Peer.variable("CURLEW_NGINX_URL") + "/connection"
        let strangers = LibcurlTransport(
            configuration: .init(
                tls: .init(trustStore: .file(try TLSPeer.file("stranger.pem"))),
                proxy: try ProxyPeer.squidOverTLS.proxy()))
        for url in [nginx, try Peer.httpbin() + "/get"] {
            let error = await #expect(throws: NetworkError.self) { try await fetch(strangers, url) }
            #expect(error?.code == .proxyFailed)
        }
        for peer in ProxyPeer.allCases {
            let transport = try transport(peer.proxy())
            let error = await #expect(throws: NetworkError.self) {
                try await fetch(transport, TLSPeer.url(.expired))
            }
            print("Peer | \(peer) | an expired certificate | \(error.map(\.description) ?? "no error")")
            // With TLS in TLS, libcurl does not say why it refuses a certificate, and 7.88.1 not even that it does.
            guard peer != .squidOverTLS else {
                #expect(error?.code == .tlsFailed || error?.code == .cannotConnect)
                continue
            }
            #expect(error?.code == .tlsFailed)
            #expect(error?.message.contains("has expired") == true)
        }
    }

    @Test("a tunnel serves only requests with its credentials, and none without a proxy")
    func isolation() async throws {
        let transport = try transport()
        let nginx = try Peer.variable("CURLEW_NGINX_URL") + "/connection"
        for _ in 0..<2 {
            for peer in ProxyPeer.allCases {
                #expect(try await fetch(transport, nginx, peer.proxy()).head.status == 200)
                let error = await #expect(throws: NetworkError.self) {
                    try await fetch(transport, nginx, peer.proxy("stranger:wrong"))
                }
                #expect(error?.code == .proxyFailed)
            }
            #expect(try await fetch(transport, nginx).head.status == 200)
        }
        // The first word is the number of the connection at the server.
        var connections: [String: Set<String>] = [:]
        for _ in 0..<3 {
            for peer in ProxyPeer.allCases {
                let body = try await fetch(transport, nginx, peer.proxy()).body
                connections[peer.rawValue, default: []].insert(String(body.prefix { $0 != " " }))
            }
            let body = try await fetch(transport, nginx).body
            connections["direct", default: []].insert(String(body.prefix { $0 != " " }))
        }
        #expect(connections.values.allSatisfy { $0.count == 1 }, "each way reuses its own")
        #expect(Set(connections.values.joined()).count == 4)
    }
}
