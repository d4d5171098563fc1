import Curlew
import Foundation
import Testing

/// Typed calls to a real httpbin.
@Suite("A client of httpbin", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct HTTPBinClientTests {
    struct Person: Codable, Sendable, Equatable {
        var name: String
        var age: Int
    }

    struct Echo: Decodable, Sendable {
        var args: [String: String]?
        var form: [String: String]?
        var headers: [String: String]
        var json: Person?
        var url: String
    }

    @Test("sends a query unchanged", arguments: PeerTransport.allCases)
    func query(on transport: PeerTransport) async throws {
        let query: URLQuery = ["sig": "a+b/c=", "t": "x y&z=#é", "empty": ""]
        let echo = try await transport.client().send(Endpoint<Echo>.get("/get", query: query))
        #expect(echo.args == ["sig": "a+b/c=", "t": "x y&z=#é", "empty": ""])
        #expect(echo.headers["User-Agent"] == "Curlew/\(Client.version)")
    }

    @Test("posts JSON and decodes the echo", arguments: PeerTransport.allCases)
    func json(on transport: PeerTransport) async throws {
        let ada = Person(name: "Ada", age: 36)
        let echo = try await transport.client().send(Endpoint<Echo>.post("/post", body: .json(ada)))
        #expect(echo.json == ada)
        #expect(echo.headers["Content-Type"] == "application/json")
    }

    @Test("posts a form", arguments: PeerTransport.allCases)
    func form(on transport: PeerTransport) async throws {
        let body = RequestBody.form(["a": "x y+z", "b": "é"])
        let echo = try await transport.client().send(Endpoint<Echo>.post("/post", body: body))
        #expect(echo.form == ["a": "x y+z", "b": "é"])
    }

    @Test("uses every method", arguments: PeerTransport.allCases, ["GET", "POST", "PUT", "PATCH", "DELETE"])
    func methods(on transport: PeerTransport, method: String) async throws {
        let method = HTTPRequest.Method(rawValue: method)
        let body: RequestBody? = method == .get ? nil : .json(Person(name: "Ada", age: 36))
        let response = try await transport.client().send(Endpoint<JSONValue>(method, "/anything", body: body))
        #expect(response["method"]?.stringValue == method.rawValue)
        #expect(response["json"]?["name"]?.stringValue == (body == nil ? nil : "Ada"))
    }

    @Test("decodes compressed responses", arguments: PeerTransport.allCases, ["gzip", "deflate"])
    func compression(on transport: PeerTransport, coding: String) async throws {
        let flag = coding == "gzip" ? "gzipped" : "deflated"
        let response = try await transport.client().response(for: Endpoint<JSONValue>.get("/\(coding)"))
        #expect(response.value[flag]?.boolValue == true)
        #expect(response.fields[.contentEncoding] == nil)
    }

    @Test("reads UTF-8 text", arguments: PeerTransport.allCases)
    func text(on transport: PeerTransport) async throws {
        let text = try await transport.client().send(Endpoint<String>.get("/encoding/utf8"))
        #expect(text.contains("∮ E⋅da = Q"))
        #expect(text.contains("გთხოვთ ახლავე"))
    }

    @Test("gets a status error with its head", arguments: PeerTransport.allCases, [404, 418, 500, 503])
    func status(on transport: PeerTransport, code: Int) async throws {
        let client = try transport.client()
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Echo>.get("/status/\(code)"))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.status.code == code)
    }

    @Test("ends at its total limit", arguments: PeerTransport.allCases)
    func timeout(on transport: PeerTransport) async throws {
        let client = try transport.client()
        let endpoint = Endpoint<Echo>(.get, "/delay/3", options: .init(timeouts: .total(.milliseconds(300))))
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
    }
}
