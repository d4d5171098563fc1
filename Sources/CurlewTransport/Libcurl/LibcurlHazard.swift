/// Known faults of libcurl, by version; both transports of this package use it on Linux.
package struct LibcurlHazard: Sendable {
    let summary: String
    let versions: LibcurlVersionRange
    let reference: String
    /// How each transport works around it.
    let remedies: [Holder: String]

    /// The transports that use libcurl.
    package enum Holder: Sendable {
        case libcurl
        case urlSession
    }

    private init(
        _ versions: (first: String, last: String?), _ summary: String, _ reference: String,
        remedies: [Holder: String] = [:]
    ) {
        self.summary = summary
        self.versions = LibcurlVersionRange(versions.first, versions.last)
        self.reference = reference
        self.remedies = remedies
    }

    /// The faults of one version, with the workarounds of one transport.
    package static func all(
        of version: LibcurlVersion, below holder: Holder
    ) -> [TransportCapabilities.Hazard] {
        known.filter { $0.versions.contains(version) }.map { hazard in
            TransportCapabilities.Hazard(
                summary: hazard.summary, versions: hazard.versions.description, reference: hazard.reference,
                remedy: hazard.remedies[holder])
        }
    }

    private static let known = [
        LibcurlHazard(
            ("7.80.0", nil), "a request on an idle connection that died is sent again, even a POST",
            "RFC 9112 §9.3.1; seen with 7.88.1",
            remedies: [
                .libcurl:
                    "a request that may have been processed is not resent, unless its method is idempotent",
                .urlSession: "a request whose method is not idempotent uses a connection of its own",
            ]),
        LibcurlHazard(
            ("7.80.0", nil), "truncated encoded data passes as a complete body if the framing is complete",
            "RFC 9110 §8.4; seen with 7.88.1",
            remedies: [.libcurl: "the transport decodes bodies itself and checks their end"]),
        LibcurlHazard(
            ("7.80.0", nil), "a body of several gzip members is an error", "curl/curl#22156",
            remedies: [.libcurl: "the transport decodes bodies itself, including every member"]),
        LibcurlHazard(
            ("7.80.0", nil),
            "an address that does not respond delays the other addresses of its host for half of the limit",
            "RFC 8305 §5; seen with 7.88.1",
            remedies: [.libcurl: "after one second the addresses of a host are tried in parallel"]),
        LibcurlHazard(
            ("7.80.0", nil),
            "each of several simultaneous requests to a new host looks it up in a thread of its own",
            "seen with 7.88.1",
            remedies: [.libcurl: "a host is looked up once for all requests, and at most 32 hosts at a time"]),
        LibcurlHazard(
            ("7.80.0", nil), "an HTTP/2 request can be sent on an HTTP/1.1 connection that is in use",
            "seen with 7.88.1",
            remedies: [.libcurl: "HTTP/1.1 and HTTP/2 connections are kept apart"]),
        LibcurlHazard(
            ("7.80.0", "8.0.1"),
            "an HTTP/2 response with a slow reader stalls the others on its connection",
            "curl/curl#11005",
            remedies: [.libcurl: "a streamed response gets a connection of its own"]),
        LibcurlHazard(
            ("7.80.0", "8.7.1"), "child processes inherit libcurl's wakeup sockets", "curl/curl#13618",
            remedies: [.libcurl: "the sockets are hidden from them, except the pipes of 8.5 to 8.7"]),
        LibcurlHazard(
            ("7.80.0", "7.86.0"), "a cancelled name lookup blocks everything until it ends",
            "curl/curl#8515"),
        LibcurlHazard(
            ("7.80.0", "7.81.0"), "a paused HTTP/2 stream that has ended can stall its whole connection",
            "curl/curl#8626"),
        LibcurlHazard(
            ("7.84.0", "7.84.0"), "an HTTP/2 stream that was paused at its head does not resume",
            "curl/curl#9180",
            remedies: [
                .libcurl: "no stream is paused at its head", .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("7.87.0", "7.87.0"), "transfers over TLS that are driven by sockets can be very slow",
            "curl/curl#10146"),
        LibcurlHazard(
            ("7.88.0", "7.88.0"), "HTTP/2 bodies can arrive damaged or stall", "curl/curl#10525"),
        LibcurlHazard(
            ("7.88.0", "8.0.1"),
            "HTTP/2 streams that are paused, resumed and aborted at the same time can leak or stall",
            "curl/curl#10971, curl/curl#10988"),
        LibcurlHazard(
            ("8.1.0", "8.1.2"), "HTTP/2 uploads can stall when the server closes the connection",
            "curl/curl#11426"),
        LibcurlHazard(
            ("8.9.0", "8.9.0"), "sockets of closed connections are still reported, which uses a whole core",
            "curl/curl#14280"),
        LibcurlHazard(("8.10.0", "8.10.0"), "transfers can stall", "curl/curl#14898"),
        LibcurlHazard(
            ("8.16.0", "8.16.0"), "a cancelled name lookup can hang or leak", "curl/curl#18532"),
        LibcurlHazard(
            ("8.16.0", "8.16.0"), "HTTP/2 bodies whose reader is slow can fail", "curl/curl#19334"),
        LibcurlHazard(
            ("8.20.0", "8.20.0"), "dropping a transport can take seconds after name lookups",
            "curl/curl#21797"),
        LibcurlHazard(
            ("8.19.0", "8.21.0"), "wakeups can be lost", "curl/curl#22272",
            remedies: [.libcurl: "the loop uses its own wakeup"]),
    ]
}
