import CurlewTesting
import Foundation
import Testing

/// URLSession and HTTP/2 servers with faults, in a process with its own mounts.
@Suite(
    "URLSession over HTTP/2", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"),
    .enabled(
        if: MountedProcess.isPossible,
        "it needs Linux and a superuser who may mount"))
struct URLSessionHTTP2Tests {
    @Test(
        "A connection is left on which the server has fallen silent, or that it never reads",
        arguments: [
            ("limit", "200 timedOut 200 200 200"), ("cancellation", "200 cancelled 200 200 200"),
            ("never-made", "200 200 200 200 timedOut"),
        ])
    func silence(fault: String, outcomes: String) async throws {
        #expect(try await outcome(of: fault) == outcomes)
    }

    @Test("A whole response before the request has been sent is the response")
    func early() async throws {
        #expect(try await outcome(of: "early") == "200 200")
    }

    /// The outcomes of the requests, in one line.
    private func outcome(of fault: String) async throws -> String {
        let outcome = try await MountedProcess.run(
            "curlew-bench", ["urlsession-outcomes", fault, Peer.variable("CURLEW_HTTP2_URL")])
        #expect(outcome.ending == .exited(0), "\(outcome.output)")
        return outcome.output.trimmingCharacters(in: .newlines)
    }
}
