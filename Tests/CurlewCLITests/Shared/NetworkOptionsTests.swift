import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import CurlewCLI

struct NetworkOptionsTests {
    private static func configuration(_ arguments: [String]) throws -> TransportConfiguration {
        try SendOptions(["http://a.test/"] + arguments).call.configuration
    }

    @Test func theEnvironmentChoosesTheProxyUnlessAnOptionDoes() throws {
        #expect(try Self.configuration([]).proxy == .environment)
        #expect(try Self.configuration(["-x", "p:1"]).proxy == .init("http://p:1"))
        #expect(try Self.configuration(["--proxy=socks5h://p:1"]).proxy == .init("socks5h://p:1"))
        #expect(
            try Self.configuration(["-xp:1", "--noproxy", "b.test,c.test"]).proxy
                == .init("p:1", noProxy: ["b.test", "c.test"]))
        #expect(try Self.configuration(["--noproxy", "*"]).proxy == .none)
        #expect(try Self.configuration(["-x", ""]).proxy == .none)
    }

    @Test func optionsOfTLSAreRead() throws {
        let pin = "sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        let tls = try Self.configuration([
            "--cacert", "a.pem", "--capath", "folder", "--cert", "c.pem", "--key", "k.pem", "--pass", "p",
            "--pinnedpubkey", "\(pin);\(pin)", "--crlfile", "l.pem", "--tlsv1.3", "--ciphers", "A",
            "--tls13-ciphers", "B",
        ]).tls
        #expect(
            try tls
                == .init(
                    trustStore: .union([.file("a.pem"), .folder("folder")]),
                    identity: .files(certificate: "c.pem", key: "k.pem", password: "p"),
                    pins: [.init(pin), .init(pin)], revocationList: "l.pem", minimumVersion: .tls1_3,
                    ciphers: "A",
                    ciphersOfTLS1_3: "B"))
        #expect(try Self.configuration(["-k"]).tls.verification == .insecurelyDisabled)
        #expect(
            try Self.configuration(["-E", "c.p12", "--pass", "p"]).tls.identity
                == .pkcs12(file: "c.p12", password: "p"))
        #expect(
            try Self.configuration(["-E", "c.pem"]).tls.identity == .files(certificate: "c.pem", key: "c.pem")
        )
    }

    @Test func optionsOfNamesAndSocketsAreRead() throws {
        let configuration = try Self.configuration([
            "--resolve", "a.test:80:127.0.0.1,[::1]", "--connect-to", "a.test:80:b.test:81", "--connect-to",
            "::[::1]:",
            "--interface", "lo", "-6", "--unix-socket", "/a b",
        ])
        #expect(
            try configuration.names
                == .init(
                    overrides: [.init(host: "a.test", port: 80, addresses: ["127.0.0.1", "::1"])],
                    connectTo: [
                        .init(host: "a.test", port: 80, toHost: "b.test", toPort: 81), .init(toHost: "::1"),
                    ], addressFamily: .ipv6, interface: "lo"))
        #expect(configuration.unixSocket == .path("/a b"))
        #expect(try Self.configuration(["--abstract-unix-socket", "a"]).unixSocket == .abstract("a"))
        #expect(try Self.configuration(["-4"]).names.addressFamily == .ipv4)
        #expect(try SendOptions(["u", "--http1.1"]).endpoint.options.transport.httpVersion == .http1_1)
    }

    @Test(arguments: [
        ["-x", "ftp://a"], ["-x", "a", "--unix-socket", "/a"], ["--noproxy", "a.test"],
        ["--pinnedpubkey", "sha256//a"],
        ["--resolve", "a.test:80"], ["--resolve", "a.test:x:1.2.3.4"], ["--resolve", "a.test:80:b"],
        ["--connect-to", "a"], ["--connect-to", "a:b:c:d"], ["-x", "http://u:hunter2@a:x"], ["--curl", "-k"],
    ])
    func aWrongValueIsAUsageError(arguments: [String]) {
        let error = #expect(throws: UsageError.self) { try Self.configuration(arguments) }
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test(.timeLimit(.minutes(2)))
    func aUnixSocketAndAProxyAreUsed() async throws {
        let name = "curlew-\(UUID().uuidString)"
        let server = try LoopbackServer(host: .abstractSocket(name))
        let overSocket = try await Tool.curlew.run([
            "send", "http://docker.test/get", "--abstract-unix-socket", name,
        ])
        #expect(overSocket.exitCode == 0)
        #expect(server.received.first?["Host"] == "docker.test")
        let proxy = try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let overProxy = try await Tool.curlew.run(["send", "http://a.test/b", "-x", proxy.url])
        #expect(overProxy.text == "ok")
        #expect(proxy.received.first?.target == "http://a.test/b")
    }
}
