import Curlew
import CurlewLibcurl
import Foundation

struct Upload: Decodable, Sendable { let parts: Int, size: Int64, sha256: String }

/// Downloads a file with resumption and a checksum, and uploads it in parts.
@main struct Main {
    static let partSize: Int64 = 2 << 20

    static func main() async throws {
        let arguments = CommandLine.arguments
        let (url, path, sha256) = (arguments[1], arguments[2], arguments[3])
        let client = Client(baseURL: url, transport: .libcurl, configuration: .init(retries: .standard))
        let file = try await client.download(.get("/file"), to: path, options: .init(sha256: sha256))
        print("downloaded \(file.size) bytes")
        let parts = stride(from: 0, to: file.size, by: Int(partSize)).map { start in
            Endpoint<Void>.put(
                "/uploads/1/\(start / partSize + 1)",
                body: .file(path, range: start..<min(start + partSize, file.size)))
        }
        for await (_, result) in client.results(of: parts, concurrency: 4) { try result.get() }
        let whole: Upload = try await client.send(.post("/uploads/1"))
        let state = whole.sha256 == sha256 ? "intact" : "damaged"
        print("uploaded \(whole.parts) parts, \(whole.size) bytes, \(state)")
    }
}
