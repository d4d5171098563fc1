import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Bodies that are read slowly, in part, or not at all.
extension ConformanceCase {
    static let readers = [droppedBodies, memory]

    private static let droppedBodies = ConformanceCase(
        "contract-drop", "dropping an unread body ends its transfer",
        reference: "Transport: dropping the body unread ends the transfer within 50 ms",
        [
            dropped("unread") { _ in },
            dropped("after one chunk") { response in
                for try await _ in response.body { break }
            },
            dropped("beyond a limit") { response in
                try await expectError(.bodyTooLarge) { try await response.body.collect(upTo: 100_000) }
            },
            .check("a caller that leaves withResponse early") { transport in
                let server = try LoopbackServer.endless()
                try await transport.client(server.url).withResponse(to: Endpoint<Data>.get("/")) { response in
                    try expect("the status", response.status.code, is: 200)
                }
                try await expectSeen("the close", by: server, within: .milliseconds(500)) {
                    $0.openConnectionCount == 0
                }
            },
        ])

    private static func dropped(
        _ input: String, _ use: @escaping @Sendable (HTTPResponse) async throws -> Void
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.endless()
            try await use(try await transport.send(.bare(server.url, .streamed)))
            try await expectSeen("the close", by: server, within: .milliseconds(500)) {
                $0.openConnectionCount == 0
            }
        }
    }

    private static let memory = ConformanceCase(
        "contract-memory", "a slow reader slows the server down",
        reference: "Transport: the memory of a transfer is bounded, however slow the reader is",
        [
            .check("a reader that takes one chunk", needs: [.backPressure]) { transport in
                let sent = Gate()
                let server = try LoopbackServer.endless(pausing: .zero, counting: sent)
                let response = try await transport.send(.bare(server.url, .streamed))
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
                try await expectStill("the bytes sent") { sent.passed }
                // The kernel's buffers of both sockets add to the transport's own 8 MiB.
                try expect("at most 24 MiB", sent.passed <= 24 << 20, observed: "\(sent.passed) bytes")
                withExtendedLifetime(iterator) {}
            }
        ])
}
