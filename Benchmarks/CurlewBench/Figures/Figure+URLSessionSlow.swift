import Curlew
import CurlewURLSession
import Foundation

extension Figure {
    /// The memory and the disk of a large body that is read slowly and then left.
    static let urlSessionSlow = Figure(name: "urlsession-slow") { server, share in
        let transport = URLSessionTransport()
        _ = try await SmallGet.send(to: server, over: transport)
        let filesBefore = try SpooledFiles()
        let memory = try MemoryGrowth(upTo: 32)
        let request = try HTTPRequest(url: "\(server)/bytes/\(Int(Double(400 << 20) * share))")
        var spooled = SpooledFiles.none
        let bound = try await memory.bound("400 MiB, 7 MB/s for 20 s") {
            let body = try await transport.send(request).body
            try await read(body, bytesPerSecond: 7e6, for: .seconds(20 * share))
            spooled = try SpooledFiles()
        }
        return [
            bound,
            Bound(
                title: "spooled meanwhile", isMet: spooled.bytes > 1 << 20,
                text: "\(spooled.bytes >> 20) MiB"),
            .equal(filesBefore, "files afterwards", try await SpooledFiles.settled(at: filesBefore)),
        ]
    }

    private static func read(
        _ body: ResponseBody, bytesPerSecond: Double, for duration: Duration
    ) async throws {
        let start = ContinuousClock.now
        var received = 0
        for try await chunk in body {
            received += chunk.count
            try await Task.sleep(until: start + .seconds(Double(received) / bytesPerSecond))
            if ContinuousClock.now - start > duration { break }
        }
    }
}
