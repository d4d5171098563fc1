import Curlew
import CurlewTesting
import Foundation
import Testing

/// Forms parsed by other implementations.
@Suite("A multipart form", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct MultipartPeerTests {
    private struct Echo: Decodable, Sendable {
        var form: [String: String]
        var files: [String: String]
    }

    /// Prints name, file name, a field and the bytes of each part.
    private static let script = """
        import base64, email, json, sys
        parts = email.message_from_bytes(open(sys.argv[1], "rb").read()).get_payload()
        def text(part, name):
            return part.get_param(name, header="content-disposition")
        print(json.dumps([[text(part, "name"), text(part, "filename"), part["X-Part"],
            base64.b64encode(part.get_payload(decode=True)).decode()] for part in parts]))
        """

    /// Werkzeug removes the escape of a quotation mark.
    @Test("arrives at httpbin", arguments: PeerTransport.allCases)
    func httpbin(on transport: PeerTransport) async throws {
        let body = RequestBody.multipart([
            .text("a", "x y+z=&"), .text("ü\"", "é€😀\r\n"),
            .data("file", Data("text\r\n--\r\n".utf8), fileName: "a\"b.txt", contentType: "text/plain"),
        ])
        let echo = try await transport.client().send(Endpoint<Echo>.post("/post", body: body))
        #expect(echo.form["a"] == "x y+z=&")
        #expect(echo.form["ü\""] == "é€😀\r\n")
        #expect(echo.files == ["file": "text\r\n--\r\n"])
    }

    @Test("is parsed by Python's email package", arguments: PeerTransport.allCases)
    func email(on transport: PeerTransport) async throws {
        let bytes = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
        let hostile = "a\"; filename=\"x\r\n\r\nX-Injected: 1\r\n"
        let body = RequestBody.multipart([
            .text("text", "é\n"), .data("bytes", bytes, fileName: "b.bin", fields: ["X-Part": "1"]),
            .text("", ""), .text(hostile, "--curlew\r\n"), .data("e", Data(), fileName: hostile),
        ])
        let server = try LoopbackServer()
        let client = Client(baseURL: server.url, transport: transport.transport)
        _ = try await client.send(Endpoint<Data>.post("/echo", body: body))
        let received = try #require(server.received.first)
        let type = try #require(received["Content-Type"])
        let message = Data("Content-Type: \(type)\r\n\r\n".utf8) + Data(received.body)
        let parts: [[String?]] = try await Python.run(Self.script, input: message)
        let escaped = "a%22; filename=%22x%0D%0A%0D%0AX-Injected: 1%0D%0A"
        let expected: [[String?]] = [
            ["text", nil, nil, Data("é\n".utf8).base64EncodedString()],
            ["bytes", "b.bin", "1", bytes.base64EncodedString()], ["", nil, nil, ""],
            [escaped, nil, nil, Data("--curlew\r\n".utf8).base64EncodedString()], ["e", escaped, nil, ""],
        ]
        #expect(parts == expected)
    }
}
