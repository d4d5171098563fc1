import CurlewTesting
import CurlewTransport
import Testing

struct ServedFileTests {
    private let file = LoopbackServer.ServedFile(size: 200_000)
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer(routes: [file.route("/changing")])
    }

    private func get(_ path: String, _ fields: String...) throws -> RawResponse {
        let client = try RawClient(port: server.port)
        let lines = (["GET \(path) HTTP/1.1", "Host: \(server.authority)"] + fields).joined(separator: "\r\n")
        try client.send("\(lines)\r\n\r\n")
        return try client.readResponse(toHead: false)
    }

    @Test func theWholeFileHasAnEntityTag() throws {
        let response = try get("/changing")
        #expect(response.status == 200)
        #expect(response["Accept-Ranges"] == "bytes")
        #expect(response["ETag"]?.hasPrefix("\"") == true)
        let isSame = response.body == file.bytes
        #expect(isSame)
        #expect(SHA256Hasher.digest(of: response.body).hex == file.sha256)
        #expect(file.sentByteCount == 200_000)
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=199999-", 199_999..<200_000),
        ("bytes=100001-100013", 100_001..<100_014),
        ("bytes=-5", 199_995..<200_000), ("bytes=5-999999999", 5..<200_000),
        ("bytes=5-9223372036854775807", 5..<200_000),
        ("bytes=-999999999", 0..<200_000),
    ]) func aPartIsThatOfTheFile(range: String, place: Range<Int>) throws {
        let response = try get("/file?size=200000", "Range: \(range)")
        #expect(response.status == 206)
        #expect(response["Content-Range"] == "bytes \(place.lowerBound)-\(place.upperBound - 1)/200000")
        let isSame = response.body == Array(file.bytes[place])
        #expect(isSame)
    }

    @Test(arguments: ["bytes=200000-", "bytes=999999-9999999", "bytes=-0"])
    func aPartAfterTheEndIsA416(range: String) throws {
        let response = try get("/changing", "Range: \(range)")
        #expect(response.status == 416)
        #expect(response["Content-Range"] == "bytes */200000")
    }

    @Test(arguments: [
        "bytes=1-0", "bytes=0-1,3-4", "items=0-1", "bytes=a-b", "bytes=", "bytes=-", "bytes=+1-2",
    ])
    func aRangeThatCannotBeReadIsIgnored(range: String) throws {
        #expect(try get("/file?size=10", "Range: \(range)").status == 200)
    }

    @Test func aRangeOfAnotherVersionIsTheWholeFile() throws {
        let tag = try #require(try get("/changing")["ETag"])
        #expect(try get("/changing", "Range: bytes=1-2", "If-Range: \(tag)").status == 206)
        file.change()
        let changed = try get("/changing", "Range: bytes=1-2", "If-Range: \(tag)")
        #expect(changed.status == 200)
        #expect(changed["ETag"] != tag)
        let isSame = changed.body == file.bytes
        #expect(isSame)
    }
}
