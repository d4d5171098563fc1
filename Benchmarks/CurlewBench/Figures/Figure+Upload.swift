import Curlew
import CurlewLibcurl
import Foundation

extension Figure {
    /// The memory of a large upload, from a file and from a stream, and whether it arrives unchanged.
    static let upload = Figure(name: "upload") { server in
        let transport = LibcurlTransport()
        _ = try await SmallGet.send(to: server, over: transport)
        let idle = try MemoryGrowth()
        let file = try await PatternChunks.makeFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let expected = Receipt(sha256: await PatternChunks.hash, length: Work.streamLength)
        let length = Int64(Work.streamLength)
        let bodies: [(String, RequestBody)] = [
            ("256 MiB from a file", .file(file.path)),
            ("256 MiB from a stream of known length", .stream(PatternChunks(), length: length)),
            ("256 MiB from a stream", .stream(PatternChunks())),
        ]
        var bounds: [Bound] = []
        for (title, body) in bodies {
            let request = try HTTPRequest(method: .post, url: "\(server)/sha256", body: body)
            var receipt = Receipt(sha256: "", length: 0)
            let memory = try await idle.bound(title) {
                let receiptBody = try await transport.send(request).body.collect(upTo: 4096)
                receipt = try JSONDecoder().decode(Receipt.self, from: receiptBody)
            }
            bounds += [memory, .equal(expected, "\(title), as received", receipt)]
        }
        return bounds
    }

    /// What the server received.
    private struct Receipt: Decodable, Equatable, CustomStringConvertible {
        let sha256: String
        let length: Int

        var description: String { "\(length) bytes with hash \(sha256.prefix(8))…" }
    }
}
