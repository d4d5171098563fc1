import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The settings of a transport's configuration.
extension ConformanceCase {
    static let settings = [acceptedSettings]

    private static let acceptedSettings = ConformanceCase(
        "contract-settings",
        "a setting is accepted, or refused before any I/O with the reason of the capabilities",
        reference: "TransportConfiguration: what a transport cannot honour is .unsupported",
        [
            setting("a trust store", .trustStore) { $0.tls.trustStore = .union([.system]) },
            setting("no verification", .insecureTLS) { $0.tls.verification = .insecurelyDisabled },
            setting("a client certificate", .clientCertificates) {
                $0.tls.identity = .pem(certificate: Data(), key: Data())
            },
            setting("a pinned public key", .pins) {
                $0.tls.pins = [try .init(Data(count: 32).base64EncodedString())]
            },
            setting("a revocation list", .revocationLists) { $0.tls.revocationList = "/nowhere" },
            setting("TLS 1.3 and newer", .tlsVersions) { $0.tls.minimumVersion = .tls1_3 },
            setting("ciphers", .ciphers) { $0.tls.ciphers = "ECDHE-ECDSA-AES128-GCM-SHA256" },
            setting("ciphers of TLS 1.3", .ciphers) { $0.tls.ciphersOfTLS1_3 = "TLS_AES_128_GCM_SHA256" },
            setting("an idle lifetime", .idleLifetime) { $0.idleLifetime = .seconds(5) },
            setting("an address policy", .addressPolicy) {
                $0.addressPolicy = .publicOnly(allowing: ["127.0.0.1"])
            },
            setting("addresses of a name", .nameOverrides) {
                $0.names.overrides = [try .init(host: "a.test", port: 80, addresses: ["::1"])]
            },
            setting("another host to connect to", .nameOverrides) {
                $0.names.connectTo = [try .init(host: "a.test", toHost: "127.0.0.1")]
            },
            setting("IPv4 only", .addressFamilies) { $0.names.addressFamily = .ipv4 },
            setting("a local address", .interfaces) { $0.names.interface = "127.0.0.1" },
        ])

    private static func setting(
        _ input: String, _ feature: TransportCapabilities.Feature,
        _ set: @escaping @Sendable (inout TransportConfiguration) throws -> Void
    ) -> ConformanceCheck {
        .lifetime(input) { subject in
            let server = try LoopbackServer()
            var configuration = TransportConfiguration()
            try set(&configuration)
            let transport = subject.make(configuration)
            defer { transport.shutdown() }
            let request = try HTTPRequest(url: "\(server.url)/get", timeouts: .total(.seconds(10)))
            if let reason = subject.capabilities.unsupported[feature] {
                let error = try await expectError(.unsupported) { try await transport.response(to: request) }
                try expect("the reason", error.message, is: reason)
                try expect("connections", server.connectionCount, is: 0)
            } else {
                try expect("the status", try await transport.response(to: request).status, is: 200)
            }
        }
    }
}
