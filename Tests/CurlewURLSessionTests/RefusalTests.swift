import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
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

    @Test(arguments: [
        TransportConfiguration(tls: .init(verification: .insecurelyDisabled)),
        TransportConfiguration(tls: .init(trustStore: .file("/none"))),
        TransportConfiguration(tls: .init(trustStore: .pem(Data()))),
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
