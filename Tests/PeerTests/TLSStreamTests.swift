import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// Large bodies over TLS, whose last bytes can wait in buffers that no socket event announces.
@Suite("A large body over TLS", .serialized, .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct TLSStreamTests {
    private struct Way: Sendable, CustomTestStringConvertible {
        let version: HTTPRequest.VersionChoice
        let isGzip: Bool

        var testDescription: String {
            "\(version == .automatic ? "HTTP/2" : "HTTP/1.1"), \(isGzip ? "gzip" : "identity")"
        }

        static let all = [
            Way(version: .http1_1, isGzip: false), Way(version: .http1_1, isGzip: true),
            Way(version: .automatic, isGzip: false), Way(version: .automatic, isGzip: true),
        ]
    }

    @Test("arrives whole with a reader that pauses at random", .timeLimit(.minutes(5)), arguments: Way.all)
    private func pausingReader(way: Way) async throws {
        let transport = try TLSPeer.transport()
        let server = try Peer.variable("CURLEW_NGINX_URL")
        let expected = try await transport.text(.get, server + "/50MB.sha256").prefix(64)
        var request = try HTTPRequest(url: server + (way.isGzip ? "/gzip/50MB" : "/50MB"))
        request.fields[.acceptEncoding] = way.isGzip ? "gzip" : "identity"
        // Some versions of libcurl do not stream over HTTP/2; a large body is delivered as it arrives anyway.
        let delivery = way.version == .automatic ? HTTPRequest.Delivery.collected : .streamed
        request.options = .init(decoding: .automatic, delivery: delivery, httpVersion: way.version)
        let response = try await transport.send(request)
        #expect(response.version == (way.version == .automatic ? .http2 : .http1_1))
        let (hash, count, longestGap) = try await readWithPauses(response.body)
        #expect(count == 50_000_000)
        #expect(hash == expected)
        let received = try #require(response.body.metrics?.bytesReceived)
        #expect(way.isGzip ? received < 40_000_000 : received >= 50_000_000)
        #expect(longestGap < .seconds(10), "a hang limit, ten times what is allowed")
        print(
            "large body | \(way.testDescription) | \(received) bytes on the wire | longest gap \(longestGap)")
    }

    /// Pauses about fifty times for up to 20 ms, and measures the longest wait for a chunk.
    private func readWithPauses(
        _ body: ResponseBody
    ) async throws -> (hash: String, count: Int, longestGap: Duration) {
        var (hash, count, longestGap) = (SHA256Hasher(), 0, Duration.zero)
        var nextPause = 0
        var start = ContinuousClock.now
        for try await chunk in body {
            longestGap = max(longestGap, start.duration(to: .now))
            hash.update(chunk)
            count += chunk.count
            if count >= nextPause {
                nextPause = count + Int.random(in: 0...2_000_000)
                try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000)))
            }
            start = .now
        }
        return (hash.finalize().hex, count, longestGap)
    }
}
