import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

/// Recordings of exchanges with a real httpbin.
@Suite("A recording of httpbin", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct HTTPBinRecordingTests {
    /// The decoded values of some calls.
    private func values(of client: Client) async throws -> [JSONValue] {
        let calls: [Endpoint<JSONValue>] = [
            .get("/get", query: ["a": 1, "b": "x y"]), .post("/post", body: .json(["name": "Ada"])),
            .post("/post", body: .form(["k": "v"])), .get("/gzip"), .get("/json"), .get("/redirect/2"),
            .post("/anything", body: .data(Data([0, 1, 254, 255]))),
        ]
        var values: [JSONValue] = []
        for call in calls { values.append(try await client.send(call)) }
        values.append(.string(try await client.send(Endpoint<String>.get("/encoding/utf8"))))
        let bytes = try await client.send(Endpoint<Data>.get("/bytes/100", query: ["seed": 7]))
        values.append(.string(bytes.base64EncodedString()))
        return values
    }

    @Test("replays identical values without a network; a changed request fails")
    func replay() async throws {
        let path = NSTemporaryDirectory() + "curlew-httpbin-\(UUID().uuidString).har"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let url = try Peer.httpbin()
        let recorder = try RecordingTransport(path, mode: .record, over: .libcurl)
        let recorded = try await values(of: Client(baseURL: url, transport: recorder))
        let player = try RecordingTransport(replaying: path)
        let client = Client(baseURL: url, transport: player)
        #expect(try await values(of: client) == recorded)
        #expect(throws: Never.self) { try player.verifyAllUsed() }
        let again = Client(baseURL: url, transport: try RecordingTransport(replaying: path))
        let changed = Endpoint<JSONValue>.post("/post", body: .json(["name": "Eve"]))
        let error = await #expect(throws: NetworkError.self) { try await again.send(changed) }
        #expect(error?.message.contains(#"the body's $.name is "Eve", recorded is "Ada""#) == true)
    }
}
