import Curlew
import Foundation

/// A client that decodes its responses.
struct ClientSubject: Subject {
    let name: String
    let stack: Stack

    var slowness: Int { stack.slowness }

    func obstacle(to work: Work) -> String? {
        switch work.kind {
        case .stream: "a client's stream is the transport's"
        case .uploadFile, .uploadStream: "a client's large body is the transport's"
        case .get, .post, .bytes, .file: stack.obstacle(to: work)
        }
    }

    func run(_ work: Work) async -> Tally {
        await stack.run { transport in
            let client = Client(baseURL: work.url, transport: transport)
            return await Workers.run(work) { try await Self.exchange(work, client) }
        }
    }

    /// Whether the response is as expected.
    private static func exchange(_ work: Work, _ client: Client) async throws -> Bool {
        switch work.kind {
        case .get: try await client.send(Endpoint<Document>.get("")).isRight
        case .post: try await client.send(Endpoint<Document>.post("", body: work.body)).isRight
        case .bytes: try await client.send(Endpoint<Data>.get("")).count == work.length
        case .file: try await download(work, client)
        case .stream, .uploadFile, .uploadStream: false
        }
    }

    private static func download(_ work: Work, _ client: Client) async throws -> Bool {
        let path = Work.filePath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await client.download(Endpoint<Data>.get(""), to: path).size == work.length
    }
}
