import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

/// The error bodies of an API.
@Suite(.timeLimit(.minutes(5)))
struct FailureFormatTests {
    struct APIError: Decodable, Equatable, CustomStringConvertible {
        var errorText: String
        var secret: String?
        var description: String { errorText }
    }

    struct Plain: Decodable, Equatable { var errorText: String }

    private static let body = #"{"error_text": "no such person", "secret": "s3cret"}"#

    private static let snakeCase: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }()

    /// A client of an API whose names are in snake case.
    private func client(
        _ body: String = body, status: HTTPResponse.Status = 422,
        failureBody: (any (Decodable & Sendable).Type)? = APIError.self
    ) -> Client {
        Client(
            baseURL: "http://h", transport: ScriptedTransport { _ in .json(body, status: status) },
            configuration: .init(decoder: Self.snakeCase, failureBody: failureBody))
    }

    private let get = Endpoint<[Int]>.get("/")

    private func failure<Output: Sendable>(
        _ client: Client, _ endpoint: Endpoint<Output>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> NetworkError {
        let error = await #expect(throws: NetworkError.self, sourceLocation: sourceLocation) {
            _ = try await client.send(endpoint)
        }
        return try #require(error, sourceLocation: sourceLocation)
    }

    @Test func everySpellingGetsTheFailure() async throws {
        let client = client()
        let expected = APIError(errorText: "no such person", secret: "s3cret")
        let path = "/tmp/curlew-\(UUID().uuidString)"
        let calls: [(String, () async throws -> Void)] = [
            ("send", { _ = try await client.send(self.get) }),
            ("response", { _ = try await client.response(for: self.get) }),
            ("result", { _ = try await client.result(of: self.get).get() }),
            ("void", { try await client.send(Endpoint<Void>.get("/")) }),
            ("poll", { _ = try await client.poll(self.get) { _ in true } }),
            ("download", { try await client.download(self.get, to: path) }),
            ("pages", { for try await _ in client.pages(of: self.get) {} }),
            ("lines", { for try await _ in client.lines(from: self.get) {} }),
            ("JSON lines", { for try await _ in client.jsonLines(of: Int.self, from: self.get) {} }),
            ("events", { for try await _ in client.events(from: self.get) {} }),
            ("decoded events", { for try await _ in client.events(of: Int.self, from: self.get) {} }),
        ]
        for (name, call) in calls {
            let error = await #expect(throws: NetworkError.self, "\(name)") { try await call() }
            #expect(error?.code == .unacceptableStatus, "\(name)")
            #expect(error?.failure(as: APIError.self) == expected, "\(name)")
            #expect(
                error?.description.hasPrefix(
                    "unacceptableStatus: the server responded with 422: no such person (GET http://h/")
                    == true, "\(name)")
        }
    }

    @Test func theDescriptionHasOnlyWhatTheTypeDescribes() async throws {
        let described = try await failure(client(), get)
        #expect(!described.description.contains("s3cret"))
        let plain = try await failure(client(failureBody: Plain.self), get)
        #expect(plain.failure(as: Plain.self) == Plain(errorText: "no such person"))
        #expect(
            plain.description
                == "unacceptableStatus: the server responded with 422, as Plain (GET http://h/, endpoint GET /)"
        )
        #expect(plain.localizedDescription == plain.description)
    }

    @Test func theDescriptionIsOneBoundedLine() async throws {
        let text = "a\\nb\\u0000c\\u2028d\\u001b[31m" + String(repeating: "é", count: 10_000)
        let error = try await failure(client(#"{"error_text": "\#(text)"}"#), get)
        #expect(
            error.description.hasPrefix("unacceptableStatus: the server responded with 422: a b c d [31mé"))
        #expect(error.description.count < 500)
        #expect(error.description.contains("é… (GET"))
    }

    @Test func theDescriptionHasNoControlsOfDirection() async throws {
        let text = "a\\u202eb\\u2066c\\u200fd\\u200be\\ufefff \\u0645\\u06cc\\u200c\\u062e"
        let error = try await failure(client(#"{"error_text": "\#(text)"}"#), get)
        #expect(error.description.contains(": a b c d e f \u{645}\u{6cc}\u{200c}\u{62e} ("))
    }

    @Test(arguments: ["", "<html>", "{}", #"{"error_text": 7}"#, "[", #"{"error_text": "cut"#])
    func aBodyOfAnotherShapeLeavesTheErrorAsItIs(body: String) async throws {
        let error = try await failure(client(body, status: 503), get)
        #expect(error.code == .unacceptableStatus)
        #expect(error.failure(as: APIError.self) == nil)
        #expect(error.bodyPrefix == Data(body.utf8))
        #expect(
            error.description
                == "unacceptableStatus: the server responded with 503 (GET http://h/, endpoint GET /)")
    }

    @Test func theBodyOfASuccessIsNoFailure() async throws {
        let error = try await failure(client(status: 200), get)
        #expect(error.code == .decodingFailed)
        #expect(error.failure(as: APIError.self) == nil)
        #expect(try error.decodeBody(as: APIError.self).errorText == "no such person")
    }

    @Test func aTypeThatNobodyNamedIsDecodedOnDemand() async throws {
        let error = try await failure(client(failureBody: nil), get)
        #expect(error.failure(as: APIError.self)?.errorText == "no such person")
        #expect(error.failure(as: [Int].self) == nil)
        #expect(!error.description.contains("no such person"))
    }

    @Test func decodesByTheDecoderOfTheClientOrTheEndpointOrTheCaller() async throws {
        let byClient = try await failure(client(), get)
        #expect(try byClient.decodeBody(as: Plain.self).errorText == "no such person")
        let plainJSON = Endpoint(.get, "/", decoder: ResponseDecoder<[Int]>.decoded(by: JSONDecoder()))
        let byEndpoint = try await failure(client(), plainJSON)
        let wrong = #expect(throws: NetworkError.self) { try byEndpoint.decodeBody(as: Plain.self) }
        #expect(wrong?.code == .decodingFailed)
        #expect(byEndpoint.failure(as: APIError.self) == nil)
        #expect(try byEndpoint.decodeBody(as: Plain.self, by: Self.snakeCase).errorText == "no such person")
        let optional = Endpoint(.get, "/", decoder: .optional(plainJSON.decoder))
        for endpoint in [optional, plainJSON.ifNoneMatch("x")] {
            #expect(try await failure(client(), endpoint).failure(as: APIError.self) == nil)
        }
    }

    @Test func anEndpointCanHaveAnotherErrorBody() async throws {
        let own = get.with { $0.options.failureBody = Plain.self }
        let error = try await failure(client(), own)
        #expect(error.description.contains("as Plain"))
        let inOptions = Endpoint<[Int]>.get("/", options: .init(failureBody: Plain.self))
        #expect(try await failure(client(failureBody: nil), inOptions).description.contains("as Plain"))
    }

    @Test func changingOneOptionKeepsTheOthers() {
        var options = EndpointOptions(redirects: .doNotFollow, retries: RetryPolicy.none, auth: .none)
        options.failureBody = Plain.self
        #expect(options.redirects != nil && options.retries != nil)
        options.retries = nil
        #expect(options.redirects != nil && options.failureBody == Plain.self)
        if case .none = options.auth.kind {} else { Issue.record("the credentials were reset") }
    }

    @Test func anErrorOfAnotherClientKeepsItsFailure() async throws {
        let inner = client()
        struct Ask: Middleware {
            let inner: Client

            func intercept(
                _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
            ) async throws -> HTTPResponse {
                try await inner.send(Endpoint<Void>.get("/inner"))
                return try await next(request)
            }
        }
        let outer = Client(
            baseURL: "http://h", transport: ScriptedTransport { _ in .json("[]") },
            middleware: [Ask(inner: inner)], configuration: .init(failureBody: Plain.self))
        let error = try await failure(outer, get)
        #expect(error.endpoint == "GET /inner")
        #expect(error.failure(as: APIError.self)?.errorText == "no such person")
    }

    @Test func aPassedLimitHasTheFailureOfTheLastRefusal() async throws {
        let clock = TestClock()
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in
                var response = HTTPResponse.json(Self.body, status: 503)
                response.fields[.retryAfter] = "100"
                return response
            },
            configuration: .init(
                timeouts: Timeouts(total: .seconds(1)), decoder: Self.snakeCase, failureBody: APIError.self,
                retries: RetryPolicy(maxRetries: 3), clock: clock.clock))
        let error = try await failure(client, get)
        #expect(error.code == .timedOut)
        #expect(error.failure(as: APIError.self)?.errorText == "no such person")
    }

    @Test func aBareErrorDecodesJSON() throws {
        let error = NetworkError(.unacceptableStatus, "").updating {
            $0.bodyPrefix = Data(#"{"errorText": "x"}"#.utf8)
        }
        #expect(try error.decodeBody(as: Plain.self).errorText == "x")
    }

    @Test(arguments: [
        (#"{"title": "Gone", "detail": "since May"}"#, "Gone: since May"), (#"{"title": "Gone"}"#, "Gone"),
        (#"{"type": "https://e.org/gone", "status": 404}"#, "https://e.org/gone"), ("{}", "about:blank"),
    ])
    func problemDetailsDescribeThemselves(body: String, text: String) async throws {
        let error = try await failure(client(body, failureBody: ProblemDetails.self), get)
        #expect(error.description.hasPrefix("unacceptableStatus: the server responded with 422: \(text) ("))
    }
}
