import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

/// Whole responses before the request has been sent, by a server that stops reading (RFC 9113 §8.1).
// One after the other: libcurl 7.88 uses all processor time while a server does not let it send.
@Suite("An early HTTP/2 response", .serialized, .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct HTTP2EarlyTests {
    enum BodyKind: CaseIterable {
        case data
        case file
        case stream
        case lengthlessStream

        func with<Value>(_ data: Data, _ use: (RequestBody) async throws -> Value) async throws -> Value {
            switch self {
            case .data: return try await use(.data(data))
            case .file:
                let path = FileManager.default.temporaryDirectory.appending(
                    path: "curlew-\(UUID().uuidString)")
                try data.write(to: path)
                defer { try? FileManager.default.removeItem(at: path) }
                return try await use(.file(path.path))
            case .stream: return try await use(.stream(Self.chunks(data), length: Int64(data.count)))
            case .lengthlessStream: return try await use(.stream(Self.chunks(data)))
            }
        }

        private static func chunks(_ data: Data) -> AsyncStream<Data> {
            AsyncStream { continuation in
                for start in stride(from: 0, to: data.count, by: 50_000) {
                    continuation.yield(data.dropFirst(start).prefix(50_000))
                }
                continuation.finish()
            }
        }
    }

    private let transport: LibcurlTransport
    private let server: String

    init() throws {
        transport = try TLSPeer.transport()
        server = try Peer.variable("CURLEW_HTTP2_URL")
    }

    private func post(_ target: String, _ body: RequestBody) async throws -> (HTTPResponse, Data) {
        try await transport.fetch(.post, server + target, body: body)
    }

    /// The stream is reset, and the connection stays open.
    private func expectResponse(_ target: String, size: Int, to kind: BodyKind, of length: Int = 200_000)
        async throws
    {
        let target = "\(target)?\(UUID().uuidString)"
        let (response, body) = try await kind.with(Data(count: length)) { try await post(target, $0) }
        #expect(response.status == 200)
        #expect(body.count == size)
        #expect(try await transport.fetch(.get, server + "/later").head.metrics.isReusedConnection == true)
        #expect(try await TLSPeer.count(target + "-reset", at: server) == 1)
    }

    @Test("is the response, whatever its size", arguments: [0, 5, 100_000], BodyKind.allCases)
    func isDelivered(size: Int, kind: BodyKind) async throws {
        try await expectResponse("/early/\(size)/declared/open", size: size, to: kind)
    }

    @Test("is the response to a body that curl has copied")
    func smallBody() async throws {
        try await expectResponse("/early/5/declared/open", size: 5, to: .data, of: 65_536)
    }

    /// libcurl 7.88 can lose bytes in the TLS record of the reset, and does not distinguish the end of a body without
    /// length from a cut: that is an error.
    @Test(
        "is never taken for whole when it is not", arguments: [0, 5, 100_000],
        ["declared/joined", "undeclared/reset", "undeclared/joined"])
    func isNeverCut(size: Int, ending: String) async throws {
        do throws(NetworkError) {
            let request = try HTTPRequest(
                method: .post, url: server + "/early/\(size)/\(ending)?\(UUID().uuidString)",
                body: .data(Data(count: 200_000)), timeouts: .total(.seconds(30)))
            let response = try await transport.send(request)
            let body = try await response.body.collect(upTo: 1 << 20)
            #expect(response.status == 200)
            #expect(body.count == size)
        } catch {
            #expect([.connectionLost, .incompleteBody].contains(error.code))
            #expect(error.mayHaveBeenProcessed == true)
        }
    }

    @Test(
        "is the response, although the server resets the stream", arguments: [5, 100_000], BodyKind.allCases)
    func isDeliveredBeforeReset(size: Int, kind: BodyKind) async throws {
        let target = "/early/\(size)/declared/reset?\(UUID().uuidString)"
        let (response, body) = try await kind.with(Data(count: 200_000)) { try await post(target, $0) }
        #expect(response.status == 200)
        #expect(body.count == size)
        // Some versions of libcurl make another connection for it.
        #expect(try await transport.fetch(.get, server + "/later").head.status == 200)
    }
}
