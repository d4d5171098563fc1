import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
    private static let pins = [
        try? TransportConfiguration.PublicKeyPin(Data(count: 32).base64EncodedString())
    ].compactMap(\.self)
    private static let overrides = [
        try? TransportConfiguration.NameOptions.Override(host: "a", port: 80, addresses: ["::1"])
    ].compactMap(\.self)
    private static let connections = [
        try? TransportConfiguration.NameOptions.ConnectTo(toHost: "127.0.0.1")
    ].compactMap(\.self)

    private static func refused(_ change: (inout HTTPRequest) throws -> Void) throws -> HTTPRequest {
        var request = try HTTPRequest(url: "http://127.0.0.1:1/")
        try change(&request)
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
            Self.refused { $0.options.proxy = try .init("http://127.0.0.1:2") },
            Self.refused { $0.options.proxy = try .init("https://127.0.0.1:2") },
            Self.refused { $0.options.unixSocket = .path("/tmp/a") },
            Self.refused { $0.fields.append(HTTPField(name: "X", bytes: [0xE9])) },
        ]
        for request in requests {
            let error = await #expect(throws: NetworkError.self) {
                try await URLSessionTransport().send(request)
            }
            #expect(error?.code == .unsupported)
        }
    }

    @Test func aProxyOfTheEnvironmentIsNotUsedByItself() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer()
            let transport = URLSessionTransport()
            let secret = "http://user:hunter2@127.0.0.1:1"
            for name in ["http_proxy", "ALL_PROXY"] {
                unsafe setenv(name, secret, 1)
                for proxy in [nil, TransportConfiguration.Proxy.none, .environment] {
                    let request = try HTTPRequest(url: server.url, options: .init(proxy: proxy))
                    let error = await #expect(throws: NetworkError.self) { try await transport.send(request) }
                    try #require(error?.code == .unsupported)
                    try #require(error?.description.contains("hunter2") == false)
                }
                unsafe setenv("NO_PROXY", "a.test, 127.0.0.1", 1)
                let response = try await transport.send(HTTPRequest(url: server.url + "/get"))
                try #require(response.status == 200)
                unsafe unsetenv("NO_PROXY")
                unsafe unsetenv(name)
            }
            try #require(server.requestCount == 2)
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

    @Test(arguments: [
        TransportConfiguration(tls: .init(verification: .insecurelyDisabled)),
        TransportConfiguration(tls: .init(trustStore: .file("/none"))),
        TransportConfiguration(tls: .init(trustStore: .pem(Data()))),
        TransportConfiguration(tls: .init(trustStore: .union([.system]))),
        TransportConfiguration(tls: .init(identity: .files(certificate: "c", key: "k"))),
        TransportConfiguration(tls: .init(pins: pins)),
        TransportConfiguration(tls: .init(revocationList: "l")),
        TransportConfiguration(tls: .init(minimumVersion: .tls1_3)),
        TransportConfiguration(tls: .init(ciphers: "A")),
        TransportConfiguration(tls: .init(ciphersOfTLS1_3: "A")),
        TransportConfiguration(addressPolicy: .publicOnly),
        TransportConfiguration(names: .init(interface: "lo")),
        TransportConfiguration(names: .init(addressFamily: .ipv4)),
        TransportConfiguration(names: .init(overrides: overrides)),
        TransportConfiguration(names: .init(connectTo: connections)),
        TransportConfiguration(unixSocket: .path("/a")),
        TransportConfiguration(idleLifetime: .seconds(5)),
    ])
    func aSettingThatCannotBeHadIsRefusedBeforeAnyConnection(configuration: TransportConfiguration)
        async throws
    {
        let server = try LoopbackServer()
        let transport = URLSessionTransport(configuration: configuration)
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(HTTPRequest(url: server.url))
        }
        #expect(error?.code == .unsupported)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: [TransportConfiguration(headLimit: 100), TransportConfiguration(fieldLimit: 2)])
    func aHeadBeyondTheLimitsIsTooLarge(configuration: TransportConfiguration) async throws {
        let server = try LoopbackServer(replies: [
            .init(
                .send("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 100))\r\nB: b\r\n"),
                .send("Content-Length: 0\r\n\r\n"))
        ])
        let transport = URLSessionTransport(configuration: configuration)
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(HTTPRequest(url: server.url))
        }
        #expect(error?.code == .headersTooLarge)
    }
}
