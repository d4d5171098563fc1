import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct ClientErrorTests {
    @Test(arguments: [
        "", "h", "ftp://h", "http://h:99999", "http://h/%zz", "http://bücher.example",
        "http://",
        "http://h\u{0}/",
    ])
    func aBadBaseURLIsThrownWhenSending(url: String) async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = Client(baseURL: url, transport: transport)
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Void>.get("/x"))
        }
        #expect(error?.code == .invalidURL)
        #expect(error?.endpoint == "GET /x")
        #expect(error?.attempts == 0)
        #expect(error?.request == nil)
        #expect(transport.requests.isEmpty)
    }

    @Test func badPartsAreThrownBeforeTheTransportIsAsked() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = Client(baseURL: "http://h", transport: transport)
        let endpoints: [(Endpoint<Void>, NetworkError.Code)] = [
            (.get("/a/\("")"), .invalidURL), (.get("/a?b"), .invalidURL),
            (.post("/", body: .json(Double.nan)), .encodingFailed),
            (.get("/", fields: ["X": "a\r\nb"]), .invalidRequest),
            (.init("G T", "/"), .invalidRequest),
            (.init(.get, "/", options: .init(timeouts: .total(.zero))), .invalidRequest),
        ]
        for (endpoint, code) in endpoints {
            let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
            #expect(error?.code == code)
            #expect(error?.endpoint == endpoint.name)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func attachesWhatIsKnown() async {
        let client = Client(
            baseURL: "http://u:s3cret@h",
            transport: ScriptedTransport { _ in .json("{}", status: 500) })
        let endpoint = Endpoint<Void>.get("/users/\("ada")", query: ["k": "s3cret"])
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
        #expect(error?.endpoint == "GET /users/{}")
        #expect(error?.request == "GET http://h/users/ada?<redacted>")
        #expect(error?.response?.status == 500)
        #expect(error?.bodyPrefix == Data("{}".utf8))
        #expect(error?.attempts == 1)
    }

    @Test func anErrorOfTheTransportKeepsItsCodeAndGetsItsPlace() async {
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in throw NetworkError.timedOut(.head, after: .seconds(3)) })
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Void>.get("/x"))
        }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .head)
        #expect(
            error?.description
                == "timedOut: no response arrived within 3 s (GET http://h/x, endpoint GET /x)")
        #expect(error?.response == nil)
    }

    @Test func aNestedClientsErrorKeepsItsOwnContext() async {
        let inner = Client(
            baseURL: "http://tokens", transport: ScriptedTransport { _ in .json("", status: 403) })
        let outer = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in
                try await inner.send(Endpoint<Void>.get("/token"))
                return HTTPResponse(status: 204)
            })
        let error = await #expect(throws: NetworkError.self) {
            try await outer.send(Endpoint<Void>.get("/x"))
        }
        #expect(error?.endpoint == "GET /token")
        #expect(error?.request == "GET http://tokens/token")
        #expect(error?.response?.status == 403)
    }

    /// Every way to fail, with a marker in every place that can hold a secret.
    @Test func noSecretShowsInAnyError() async {
        let marker = "s3cret"
        let bases = [
            "http://u:\(marker)@h/?\(marker)", "http://\(marker)%zz@h", "http://\(marker)@h:0",
            "http://h/?\(marker)=%zz",
        ]
        let fields: [HTTPFields] = [
            ["X-A": "\(marker)"], ["X-A": "\(marker)\r\n"], [.authorization: "Bearer \(marker)"],
            [.contentLength: marker], [.cookie: "\(marker)\u{0}"],
        ]
        let bodies: [RequestBody?] = [
            nil, .json([marker: Double.nan]), .json([marker]), .form([marker: marker]),
        ]
        let responses: [@Sendable () throws -> HTTPResponse] = [
            { .json("{\"\(marker)\": ", status: 200) }, { .json("\"\(marker)\"", status: 500) },
            { HTTPResponse(status: 200, fields: [.contentType: "text/html", .setCookie: marker]) },
            { HTTPResponse(status: 200, fields: [.location: marker], body: .data(Data(marker.utf8))) },
            { throw MarkedError(secret: marker) }, { throw NetworkError(.cannotConnect, "refused") },
        ]
        var failures = 0
        for base in bases {
            for fields in fields {
                for body in bodies {
                    for response in responses {
                        let client = Client(
                            baseURL: base, transport: ScriptedTransport { _ in try response() })
                        let endpoint = Endpoint<[Int]>.post(
                            "/x", query: ["key": marker, marker: .flag], fields: fields, body: body)
                        guard case .failure(let error) = await client.result(of: endpoint) else { continue }
                        failures += 1
                        let asAny: any Error = error
                        for text in ["\(error)", String(reflecting: error), asAny.localizedDescription] {
                            #expect(!text.contains(marker))
                        }
                    }
                }
            }
        }
        #expect(failures == 480)
    }

    private struct MarkedError: Error { let secret: String }
}
