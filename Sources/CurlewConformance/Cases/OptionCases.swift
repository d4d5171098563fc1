import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The options of a request.
extension ConformanceCase {
    static let options = [acceptedOptions, decodedBodies]

    private static let acceptedOptions = ConformanceCase(
        "contract-options", "an option is honoured, or refused before any I/O",
        reference: "Transport: what it cannot honour is .unsupported, thrown before any I/O",
        [
            option("the connect timeout", .connectTimeout) { $0.timeouts.connect = .seconds(5) },
            option("a body on GET", .bodyOnGet) { $0.body = .untyped("abc") },
            option("a field that is not UTF-8", .nonUTF8Fields) {
                $0.fields.append(HTTPField(name: "X-A", bytes: [0xE9]))
            },
            option("100 Continue", .expectContinue) {
                $0.method = .post
                $0.body = .untyped("abc")
                $0.options.expectContinue = true
            },
            option("an IPv6 literal", .ipv6Literals, host: .ipv6) { _ in },
            .check("HTTP/1.1 on http") { transport in
                let request = try await transport.received(
                    .get, body: nil, options: .init(httpVersion: .http1_1))
                try expect("the minor version", request.minorVersion, is: 1)
            },
            .check("a coded body stays as it is", needs: [.rawBodies]) { transport in
                let server = try LoopbackServer.coded("gzip", gzip)
                let response = try await transport.response(.get, server.url)
                try expect("the body", Array(response.body), is: gzip)
                try expect("Content-Encoding", response.fields[.contentEncoding], is: "gzip")
                try expect("Content-Length", response.fields[.contentLength], is: "\(gzip.count)")
            },
        ])

    private static func option(
        _ input: String, _ feature: TransportCapabilities.Feature, host: LoopbackServer.Host = .ipv4,
        _ set: @escaping @Sendable (inout HTTPRequest) -> Void
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(host: host)
            var request = try HTTPRequest(url: "\(server.url)/echo", timeouts: .total(.seconds(10)))
            set(&request)
            if transport.capabilities.supports(feature) {
                try expect("the status", try await transport.response(to: request).status, is: 200)
            } else {
                try await expectError(.unsupported) { try await transport.response(to: request) }
                try expect("connections", server.connectionCount, is: 0)
            }
        }
    }

    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7,
        0x51, 0xC8, 0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
    ]
    private static let zlib: [UInt8] = [
        0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00, 0x44, 0x28, 0x06,
        0xD5,
    ]

    private static let decodedBodies = ConformanceCase(
        "contract-decoding", "an automatic body is decoded, and its head says so",
        reference: "HTTPRequest.Decoding.automatic; RFC 9110 §8.4",
        [("gzip", gzip), ("x-gzip", gzip), ("deflate", zlib)].map { coding, bytes in
            .check(coding) { transport in
                let server = try LoopbackServer.coded(coding, bytes)
                let response = try await transport.response(
                    .get, server.url, fields: [.acceptEncoding: "gzip, deflate"],
                    options: .init(decoding: .automatic))
                try expect("the body", response.text, is: "hello, hello, hello")
                try expect("Content-Encoding", response.fields[.contentEncoding], is: nil)
                try expect("Content-Length", response.fields[.contentLength], is: nil)
            }
        })
}
