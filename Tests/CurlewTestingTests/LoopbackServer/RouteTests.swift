import CurlewTesting
import CurlewTransport
import Testing

struct RouteTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    private func send(_ head: String, body: String = "") throws -> RawResponse {
        let client = try RawClient(port: server.port)
        try client.send(head + "\r\nHost: \(server.authority)\r\n")
        try client.send(body.isEmpty ? "\r\n" : "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.readResponse(toHead: head.hasPrefix("HEAD"))
    }

    private func get(_ target: String) throws -> RawResponse {
        try send("GET \(target) HTTP/1.1")
    }

    @Test func echoesTheQueryAndTheFields() throws {
        let response = try send("GET /get?a=1&b=x+y%26&a=2&bare HTTP/1.1\r\nx-my-field: v\r\nX-My-Field: w")
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json")
        #expect(response.text.contains(#""args": {"a": ["1", "2"], "b": "x y&", "bare": ""}"#))
        #expect(response.text.contains(#""X-My-Field": "v,w""#))
        #expect(response.text.contains(#""method": "GET""#))
        #expect(response.text.contains(#""origin": "127.0.0.1""#))
        #expect(response.text.contains(#""url": "\#(server.url)/get?a=1&b=x+y%26&a=2&bare""#))
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"]) func echoesTheBody(method: String) throws {
        let json = #"{"name": "Ada", "tags": [1, -2.5e3, null, "\u00e9"]}"#
        let response = try send("\(method) /\(method.lowercased()) HTTP/1.1", body: json)
        #expect(response.status == 200)
        #expect(response.text.contains(#""json": \#(json)"#))
        #expect(response.text.contains(#""data": "{\"name\""#))
    }

    @Test(arguments: ["{", "[1,]", "01", "\"\u{1}\"", "{\"a\":1,}", "nul", "[1] 2", "\"\\x\""])
    func aBodyOtherThanJSONStaysData(body: String) throws {
        #expect(try send("POST /post HTTP/1.1", body: body).text.contains(#""json": null"#))
    }

    @Test func readsAForm() throws {
        let type = "Content-Type: application/x-www-form-urlencoded; charset=utf-8"
        let response = try send("POST /post HTTP/1.1\r\n\(type)", body: "a=1&b=%C3%A9&a=%zz")
        #expect(response.text.contains(#""form": {"a": ["1", "%zz"], "b": "é"}"#))
        #expect(response.text.contains(#""data": """#))
    }

    @Test(arguments: ["GET /post", "POST /get", "DELETE /headers", "GET /sha256"])
    func anotherMethodIsNotAllowed(line: String) throws {
        let response = try send("\(line) HTTP/1.1")
        #expect(response.status == 405)
        #expect(response["Allow"] != nil)
    }

    @Test(arguments: ["/nothing", "/", "/get/", "/get/more", "/bytes", "*"])
    func anUnknownPathIsNotFound(target: String) throws {
        #expect(try get(target).status == 404)
    }

    @Test func echoesTheWire() throws {
        let response = try send("QUERY /echo?q=%20 HTTP/1.1\r\nx-lower:  v", body: "body")
        let head =
            "QUERY /echo?q=%20 HTTP/1.1\r\nx-lower:  v\r\nHost: \(server.authority)\r\nContent-Length: 4\r\n\r\n"
        #expect(response.text == head + "body")
    }

    @Test func headIsGetWithoutABody() throws {
        let response = try send("HEAD /bytes/1000 HTTP/1.1")
        #expect(response.status == 200)
        #expect(response["Content-Length"] == "1000")
    }

    @Test(arguments: [200, 204, 304, 404, 418, 599]) func respondsWithTheStatus(status: Int) throws {
        let response = try get("/status/\(status)")
        #expect(response.status == status)
        #expect(response["Content-Length"] == (status == 204 || status == 304 ? nil : "0"))
    }

    @Test(arguments: ["199", "100", "600", "x", "-1"]) func refusesAStatus(text: String) throws {
        #expect(try get("/status/\(text)").status == 400)
    }

    @Test func sendsAPatternOfBytes() throws {
        let body = try get("/bytes/600000").body
        #expect(body.count == 600_000)
        #expect(body.enumerated().allSatisfy { $0.element == UInt8($0.offset % 251) })
        let streamed = try get("/stream-bytes/600000?chunk=70000")
        #expect(streamed.body == body)
        #expect(streamed["Transfer-Encoding"] == "chunked")
        #expect(try get("/stream-bytes/10?chunk=3").chunkCount == 4)
        #expect(try get("/stream-bytes/10?chunk=0").status == 400)
    }

    @Test func streamsLines() throws {
        let response = try get("/stream/3?a=b")
        #expect(response.chunkCount == 3)
        #expect(
            response.text.split(separator: "\n").map { $0.prefix(8) } == [
                #"{"id": 0"#, #"{"id": 1"#, #"{"id": 2"#,
            ])
    }

    @Test func dripsAndDelays() throws {
        #expect(try get("/drip?bytes=3&interval_ms=1").text == "***")
        #expect(try get("/slow-head?ms=5").text == "at last\n")
        let start = ContinuousClock.now
        #expect(try get("/delay/0.05").status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        #expect(try get("/delay/x").status == 400)
    }

    @Test func redirects() throws {
        #expect(try get("/redirect/2")["Location"] == "/redirect/1")
        #expect(try get("/redirect/1")["Location"] == "/get")
        let response = try get("/redirect-to?url=http%3A%2F%2Fx%2Fy&status_code=307")
        #expect(response.status == 307)
        #expect(response["Location"] == "http://x/y")
        #expect(try get("/redirect-to?url=/x&status_code=200").status == 400)
    }

    @Test func hasThreePages() throws {
        let first = try get("/pages")
        #expect(first.text == #"{"page": 1, "items": [1, 2, 3], "next": 2}"# + "\n")
        #expect(first["Link"] == "</pages?page=2>; rel=\"next\"")
        let last = try get("/pages?page=3")
        #expect(last.text == #"{"page": 3, "items": [7, 8, 9], "next": null}"# + "\n")
        #expect(last["Link"] == nil)
        #expect(try get("/pages?page=4").status == 404)
    }

    @Test(arguments: [
        ("/html", "text/html; charset=utf-8"), ("/json", "application/json"),
        ("/csv", "text/csv; charset=utf-8"),
        ("/text", "text/plain; charset=utf-8"), ("/problem", "application/problem+json"),
    ])
    func hasADocument(path: String, type: String) throws {
        let response = try get(path)
        #expect(response["Content-Type"] == type)
        #expect(response.status == (path == "/problem" ? 404 : 200))
        #expect(!response.body.isEmpty)
    }

    @Test func hashesABody() throws {
        let response = try send("PUT /sha256 HTTP/1.1", body: "abc")
        #expect(
            response.text == #"{"sha256": "\#(SHA256Hasher.digest(of: "abc".utf8).hex)", "length": 3}"# + "\n"
        )
    }

    @Test func theTestsRoutesTakePrecedence() throws {
        struct Failure: Error {}
        let server = try LoopbackServer(routes: [
            .init("GET", "/users/*") { request in
                .init(status: 201, fields: ["X-A": "1", "X-A": "2"], body: Array(request.path.utf8))
            },
            .init(nil, "/get") { _ in throw Failure() },
        ])
        let client = try RawClient(port: server.port)
        try client.send("GET /users/ada HTTP/1.1\r\nHost: x\r\n\r\nPOST /get HTTP/1.1\r\nHost: x\r\n\r\n")
        let response = try client.readResponse()
        #expect(response.head.contains("X-A: 1\r\nX-A: 2\r\n"))
        #expect(response.text == "/users/ada")
        #expect(try client.readResponse().status == 500)
    }
}
