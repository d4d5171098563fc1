import CurlewTransport

extension ConformanceDeviation {
    /// Deviations of this package's transports, other than features that their capabilities declare unsupported.
    package static let known = [
        ofLongFields(on: "libcurl"), ofLongFields(on: "urlsession"),
        onURLSession(
            "raw-unasked", ["a timeout's response on an idle connection"], .failure("evil"),
            reason:
                "the system's libcurl reuses an idle connection that holds unsolicited bytes",
            reference: "RFC 9112 §9.2"
        ).on(LibcurlVersionRange("7.88.0", "8.0.1")),
        onURLSession(
            "raw-chunks", ["a size with a prefix", "a trailer without a colon"], .endsProcess,
            reason: "FoundationNetworking traps when a bad trailer follows a chunked body",
            reference: "swift-corelibs-foundation, NativeProtocol.transferCompleted"
        ).on(LibcurlVersionRange("7.80.0", "7.82.0")),
        onURLSession(
            "response-head-limit", ["2,000 fields of 1 KB"], .failure("the close of the connection"),
            reason: "libcurl has no limit for a head, and FoundationNetworking reports only a whole one",
            reference: "CVE-2023-38039"
        ).on(LibcurlVersionRange("7.80.0", "7.87.0")),
        onURLSession(
            "timeout-phases", ["head, to a full backlog", "total, to a full backlog"],
            .failure("within 300 ms"),
            reason: "URLSession does not report whether a connection was made",
            reference: "swift-corelibs-foundation, URLSessionTaskDelegate"),
        onURLSession(
            "idle-processor-time", ["for a response"], .failure("less than 200 ms"),
            reason:
                "FoundationNetworking waits for the response with the connection watched for writing: it never sleeps",
            reference: "swift-corelibs-foundation, MultiHandle.register; not seen with libcurl 7.81.0"
        ).on(LibcurlVersionRange("7.82.0")),
        onURLSession(
            "redirect-methods",
            ["HEAD and 301", "HEAD and 302", "HEAD and 303", "HEAD and 307", "HEAD and 308"],
            .failure("Content-Length"),
            reason: "libcurl adds Content-Length: 0 to a HEAD as FoundationNetworking sets it up",
            reference: "RFC 9110 §8.6; seen with libcurl 7.81.0, not with 7.88.1"
        ).on(LibcurlVersionRange("7.80.0", "7.87.0")),
        onURLSession(
            "contract-method", ["get"], .failure("unsupported"),
            reason: "URLSession sends methods in upper case, so any other method is refused",
            reference: "RFC 9110 §9.1"),
        onURLSession(
            "raw-status", ["a version in lower case"], .failure("success with 200"),
            reason:
                "libcurl accepts the protocol's name in any case, and FoundationNetworking hides the line",
            reference: "RFC 9112 §2.3"),
        onURLSession(
            "raw-chunks", ["on the next line", "on the next line after a tab"], .failure("hello"),
            reason:
                "libcurl reads Transfer-Encoding without its continuation, and FoundationNetworking joins the lines",
            reference: "RFC 9112 §5.2; libcurl, lib/http.c"
        ).on(LibcurlVersionRange("7.80.0", "8.14.1")),
        onURLSession(
            "raw-length", ["the largest number of 63 bits"], .endsProcess,
            reason:
                "FoundationNetworking traps when it converts the length, which libcurl has rounded up, to an integer",
            reference: "swift-corelibs-foundation, EasyHandle.setupCallbacks"),
        onURLSession(
            "raw-cut", ["a close at each byte of the fields"], .endsProcess,
            reason: "FoundationNetworking traps when a connection ends within the fields",
            reference: "swift-corelibs-foundation, NativeProtocol.transferCompleted"),
        onURLSession(
            "raw-slow", ["1,000 chunks of one byte, each echoed before the next is sent"],
            .failure("timedOut"),
            reason:
                "URLSession loses a stream that has no bytes yet, so a stream is read to its end before it is sent",
            reference: "swift-corelibs-foundation, EasyHandle.fill"),
        onURLSession(
            "contract-target", ["/a/../b", "/a/./b"], .failure("unsupported"),
            reason: "URLSession resolves dot segments before it sends a path, so such a path is refused",
            reference: "RFC 3986 §5.2.4"),
        onURLSession(
            "contract-target", ["/a?"], .failure("unsupported"),
            reason: "libcurl leaves out the question mark of an empty query, so such a target is refused",
            reference: "curl/curl#21544"
        ).on(LibcurlVersionRange("8.8.0", "8.20.0")),
        onURLSession(
            "field-whitespace", ["no space after the colon"], .failure("protocolViolation"),
            reason: "FoundationNetworking refuses a field line without a space after the colon",
            reference: "swiftlang/swift-corelibs-foundation#4965"),
        onURLSession(
            "non-http-replies", ["half a head"], .endsProcess,
            reason: "FoundationNetworking traps when a connection ends within the fields",
            reference: "swift-corelibs-foundation, NativeProtocol.transferCompleted"),
        onURLSession(
            "fault-ending",
            ["a close in the fields", "a close after the status line"],
            .endsProcess, reason: "FoundationNetworking traps when a connection ends within the fields",
            reference: "swift-corelibs-foundation, NativeProtocol.transferCompleted"),
        onURLSession(
            "fault-ending", ["a close in the fields of 103"],
            .endsProcess, reason: "FoundationNetworking traps when a connection ends within the fields",
            reference: "swift-corelibs-foundation, NativeProtocol.transferCompleted"
        ).on(LibcurlVersionRange("7.80.0", "8.14.1")),
        onURLSession(
            "dead-idle-connections",
            [
                "GET is resent once, however many idle connections have died",
                "GET is resent once, within the limit of connections",
            ], .failure("at most 6 requests"),
            reason: "the system's libcurl resends up to five times, and FoundationNetworking cannot stop it",
            reference: "curl, Curl_retry_request"),
        onURLSession(
            "request-framing", ["OPTIONS without body"], .failure("Content-Length"),
            reason: "FoundationNetworking sends Content-Length: 0 with every method except GET and HEAD",
            reference: "RFC 9110 §8.6 (should not)"),
        onURLSession(
            "contract-framing", ["trailers are separate from the fields"], .endsProcess,
            reason: "FoundationNetworking traps when trailers follow a chunked body",
            reference: "swift-corelibs-foundation, NativeProtocol.transferCompleted"),
        onURLSession(
            "contract-exchange", ["302 without Location"], .failure("unsupported"),
            reason:
                "FoundationNetworking drops the body of a redirect without Location, so a body is refused",
            reference: "RFC 9110 §15.4"),
        onURLSession(
            "redirect-refusals", ["302 without Location", "302 with an empty Location"],
            .failure("unsupported"),
            reason:
                "FoundationNetworking drops the body of a redirect without Location, so a body is refused",
            reference: "RFC 9110 §15.4"),
        onURLSession(
            "redirect-limits", ["a body of 32 MB is not received"], .failure("timedOut"),
            reason:
                "FoundationNetworking reports a redirect only after it has collected the whole body, and slowly",
            reference: "swift-corelibs-foundation, HTTPURLProtocol.completeTask"),
        onURLSession(
            "contract-fields",
            [
                "GET", "HEAD", "POST of data", "POST of 2 MB", "POST of a stream",
                "PUT of a stream with its length",
            ], .failure("accept-encoding"),
            reason: "URLSession always decodes, so a raw request asks for identity",
            reference: "RFC 9110 §12.5.3"),
        onURLSession(
            "truncated-coded-bodies",
            [
                "gzip with a length, at every byte", "gzip in chunks, at every byte",
                "deflate with a length, at every byte", "deflate in chunks, at every byte",
            ], .failure("success"),
            reason:
                "libcurl, which decodes for FoundationNetworking, takes truncated data for complete data",
            reference:
                "libcurl 7.88.1, lib/content_encoding.c: closing a decoder does not check that the stream has ended"
        ),
    ]

    /// What both transports inherit from the library.
    private static func ofLongFields(on transport: String) -> ConformanceDeviation {
        ConformanceDeviation(
            "contract-head-limit", ["a head just below the limit, with a body of 64 KiB"], on: transport,
            .failure("unsupported"),
            reason: "libcurl leaves out a field of more than 300 KiB, so such a field is refused",
            reference: "curl/curl#22336"
        ).on(LibcurlVersionRange("8.13.0", "8.21.0"))
    }

    private static func onURLSession(
        _ caseID: String, _ inputs: Set<String>, _ effect: Effect, reason: String, reference: String
    ) -> ConformanceDeviation {
        ConformanceDeviation(
            caseID, inputs, on: "urlsession", effect, reason: reason, reference: reference)
    }
}
