extension LibcurlHazard {
    static let known = [
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
            remedies: [
                .libcurl: "the transport decodes bodies itself and checks their end",
                .urlSession: "a raw request asks for no coding",
            ]),
        LibcurlHazard(
            ("7.80.0", nil), "a body of several gzip members is an error", "curl/curl#22156",
            remedies: [
                .libcurl: "the transport decodes bodies itself, including every member"
            ]),
        LibcurlHazard(
            ("7.80.0", nil),
            "an address that does not respond delays the other addresses of its host for half of the limit",
            "RFC 8305 §5; seen with 7.88.1",
            remedies: [
                .libcurl: "after one second the addresses of a host are tried in parallel"
            ]),
        LibcurlHazard(
            ("7.80.0", nil),
            "each of several simultaneous requests to a new host looks it up in a thread of its own",
            "seen with 7.88.1",
            remedies: [
                .libcurl: "a host is looked up once for all requests, and at most 32 hosts at a time"
            ]),
        LibcurlHazard(
            ("7.80.0", nil), "an HTTP/2 request can be sent on an HTTP/1.1 connection that is in use",
            "seen with 7.88.1",
            remedies: [
                .libcurl: "HTTP/1.1 and HTTP/2 connections are kept apart",
                .urlSession: "all requests of a session ask for the same version",
            ]),
        LibcurlHazard(
            ("7.80.0", nil),
            "an early HTTP/2 response can lose its last bytes when the server resets the stream",
            "RFC 9113 §8.1; seen with 7.88.1",
            remedies: [
                .libcurl: "a body that is not complete is an error",
                .urlSession: "a body that is shorter than declared is an error",
            ]),
        LibcurlHazard(
            ("7.80.0", "8.13.0"),
            "a Transfer-Encoding that is not a single \"chunked\" is read as one, and its data is the body",
            "curl/curl#16956",
            remedies: [
                .libcurl: "the response is refused",
                .urlSession: "the response is refused",
            ]),
        LibcurlHazard(
            ("7.80.0", "8.20.0"), "a pause within a socket callback corrupts memory",
            "curl/curl#21748, curl/curl#22179",
            remedies: [
                .libcurl: "nothing is paused within a callback of sockets or timers",
                .urlSession: "nothing is paused",
            ]),
        LibcurlHazard(
            ("7.80.0", "8.8.0"),
            "an upload that is paused can wait indefinitely when its response is complete or its connection ends",
            "curl/curl#13260, curl/curl#13740",
            remedies: [
                .libcurl: "the transport ends such an upload itself",
                .urlSession: "an upload is not paused: it comes from memory or a file",
            ]),
        LibcurlHazard(
            ("7.80.0", "8.7.1"), "child processes inherit libcurl's wakeup sockets", "curl/curl#13618",
            remedies: [
                .libcurl: "the sockets and pipes are hidden from them"
            ]),
        LibcurlHazard(
            ("7.80.0", "8.0.1"), "an HTTP/2 response with a slow reader stalls the others on its connection",
            "curl/curl#11005",
            remedies: [
                .libcurl: "a streamed response gets a connection of its own",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("7.80.0", "7.86.0"), "a cancelled name lookup blocks everything until it ends", "curl/curl#8515",
            remedies: [
                .libcurl: "lookups are not cancelled: their transfers end without them",
                .urlSession:
                    "the call ends at once, and others by their limits at the latest",
            ]),
        LibcurlHazard(
            ("7.80.0", "7.82.0"), "a NUL in a response's field is delivered", "curl/curl#8601",
            remedies: [
                .libcurl: "the response is refused",
                .urlSession: "the response is refused",
            ]),
        LibcurlHazard(
            ("7.80.0", "7.81.0"), "a paused HTTP/2 stream that has ended can stall its whole connection",
            "curl/curl#8626",
            remedies: [
                .libcurl: "a streamed response gets a connection of its own",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("7.84.0", "7.84.0"), "an HTTP/2 stream that was paused at its head does not resume",
            "curl/curl#9180",
            remedies: [
                .libcurl: "no stream is paused at its head",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("7.87.0", "7.87.0"), "transfers over TLS that are driven by sockets can be very slow",
            "curl/curl#10146"),
        LibcurlHazard(
            ("7.88.0", "7.88.0"), "HTTP/2 bodies can arrive damaged or stall", "curl/curl#10525",
            remedies: [
                .libcurl: "HTTP/2 is not used",
                .urlSession: "a request over https is refused",
            ]),
        LibcurlHazard(
            ("7.88.0", "8.0.1"),
            "HTTP/2 streams that are paused, resumed and aborted at the same time can leak or stall",
            "curl/curl#10971, curl/curl#10988",
            remedies: [
                .libcurl:
                    "a streamed response gets a connection of its own, and a shared one is read until it is empty",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("8.1.0", "8.1.2"), "HTTP/2 uploads can stall when the server closes the connection",
            "curl/curl#11426",
            remedies: [
                .libcurl: "HTTP/2 is not used",
                .urlSession: "an upload that stalls ends by its limit",
            ]),
        LibcurlHazard(
            ("8.1.0", "8.3.0"), "an HTTP/2 body whose reader pauses can end early without an error",
            "curl/curl#11982",
            remedies: [
                .libcurl: "HTTP/2 is not used",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("8.1.0", "8.13.0"), "an HTTP/2 response can stall after its reader has paused",
            "curl/curl#16955",
            remedies: [
                .libcurl: "a streamed response gets a connection of its own, and any other is read at once",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("8.5.0", "8.5.0"), "a paused transfer is read until 64 MiB are in memory, and then fails",
            "curl/curl#12640",
            remedies: [
                .libcurl: "nothing is read from its connection until its reader continues",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("8.8.0", "8.20.0"), "an empty query is not sent", "curl/curl#21544",
            remedies: [
                .libcurl: "the target is set apart from the URL",
                .urlSession: "such a request is refused",
            ]),
        LibcurlHazard(
            ("8.9.0", "8.9.0"), "sockets of closed connections are still reported, which uses a whole core",
            "curl/curl#14280",
            remedies: [
                .libcurl: "descriptors that no transfer wants leave the loop's waiting when they fire"
            ]),
        LibcurlHazard(
            ("8.10.0", "8.10.0"), "transfers can stall", "curl/curl#14898",
            remedies: [
                .libcurl: "a stalled transfer ends by its idle limit",
                .urlSession: "a stalled transfer ends by its idle limit",
            ]),
        LibcurlHazard(
            ("8.12.0", "8.15.0"),
            "requests wait for the first response on a new HTTP/2 connection before they share it",
            "curl/curl#18177",
            remedies: [
                .libcurl: "a request waits for another's connection for about a second at most",
                .urlSession: "a request that waits ends by its limit",
            ]),
        LibcurlHazard(
            ("8.13.0", "8.21.0"), "a request's fields of more than 300 KiB are not sent", "curl/curl#22336",
            remedies: [
                .libcurl: "such a request is refused",
                .urlSession: "such a request is refused",
            ]),
        LibcurlHazard(
            ("8.16.0", "8.16.0"), "a cancelled name lookup can hang or leak", "curl/curl#18532",
            remedies: [
                .libcurl: "lookups are not cancelled: their transfers end without them",
                .urlSession: "the call ends by its limit",
            ]),
        LibcurlHazard(
            ("8.16.0", "8.16.0"), "HTTP/2 bodies whose reader is slow can fail", "curl/curl#19334",
            remedies: [
                .libcurl: "a streamed response gets a connection of its own",
                .urlSession: "no stream is paused",
            ]),
        LibcurlHazard(
            ("8.19.0", "8.21.0"), "wakeups can be lost", "curl/curl#22272",
            remedies: [
                .libcurl: "the loop uses its own wakeup",
                .urlSession: "FoundationNetworking uses none",
            ]),
        LibcurlHazard(
            ("8.20.0", "8.20.0"), "dropping a transport can take seconds after name lookups",
            "curl/curl#21797"),
        LibcurlHazard(
            ("8.20.0", "8.20.0"), "a wakeup that is not read uses a whole core", "curl/curl#21547",
            remedies: [
                .libcurl: "the loop uses its own wakeup",
                .urlSession: "FoundationNetworking uses none",
            ]),
    ]
}
