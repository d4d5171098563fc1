import CurlewTesting
import Foundation
import Testing

@testable import Curlew

/// Endpoints with a URL in place of a path.
@Suite(.timeLimit(.minutes(1)))
struct RequestBuilderTests {
    private let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }

    private func client(
        _ baseURL: String = "https://api.example.com/v1/users?k=1",
        configuration: Client.Configuration = .init()
    ) -> Client {
        Client(baseURL: baseURL, transport: transport, configuration: configuration)
    }

    @Test(arguments: [
        ("https://api.example.com/x?y#z", "https://api.example.com/x?y"),
        ("http://other.example:8080", "http://other.example:8080/"),
        ("https://other.example/a/../b?sig=a%2Bb+c&", "https://other.example/a/../b?sig=a%2Bb+c&"),
        ("https://other.example/a b?", "https://other.example/a%20b?"),
        ("HTTPS://Other.Example/A", "https://other.example/A"),
        ("/x", "https://api.example.com/x"), ("x", "https://api.example.com/v1/x"),
        ("../x?y=1", "https://api.example.com/x?y=1"), ("?page=2", "https://api.example.com/v1/users?page=2"),
        ("", "https://api.example.com/v1/users?k=1"), ("#top", "https://api.example.com/v1/users?k=1"),
        ("//other.example/x", "https://other.example/x"), ("./a:b", "https://api.example.com/v1/a:b"),
    ])
    func aURLIsAbsoluteOrResolvedAgainstTheBase(url: String, target: String) async throws {
        try await client().send(Endpoint<Void>.get(url: url))
        #expect(transport.requests.map(\.target.url) == [target])
        #expect(Endpoint<Void>.get(url: url).name == "GET {url}")
    }

    @Test func takesAURLOfFoundation() async throws {
        let absolute = try #require(URL(string: "https://other.example/a?b"))
        let relative = try #require(URL(string: "x/y"))
        try await client().send(Endpoint<Void>.get(url: absolute))
        try await client().send(Endpoint<Void>.get(url: relative))
        let urls = ["https://other.example/a?b", "https://api.example.com/v1/x/y"]
        #expect(transport.requests.map(\.target.url) == urls)
    }

    @Test func appendsTheQueryToThatOfTheURL() async throws {
        try await client().send(Endpoint<Void>.get(url: "http://h/a?b=1#c", query: ["d": "e f"]))
        try await client().send(Endpoint<Void>.get(url: "http://h", query: ["d": 2]))
        #expect(transport.requests.map(\.target.url) == ["http://h/a?b=1&d=e%20f", "http://h/?d=2"])
    }

    @Test func everyFactoryTakesAURL() {
        let body = RequestBody.data(Data([1]))
        let decoded: [Endpoint<String>] = [
            .get(url: "u"), .post(url: "u", body: body), .put(url: "u", body: body),
            .patch(url: "u", body: body), .delete(url: "u", body: body), .init(.options, url: "u"),
        ]
        let void: [Endpoint<Void>] = [
            .get(url: "u"), .post(url: "u"), .put(url: "u"), .patch(url: "u"), .delete(url: "u"),
            .init(.options, url: "u"), .head(url: "u"),
        ]
        let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete, .options]
        #expect(decoded.map(\.method) == methods)
        #expect(void.map(\.method) == methods + [.head])
        #expect((decoded.map(\.target) + void.map(\.target)).allSatisfy { $0 == .url("u") })
    }

    private static let secrets = Client.Configuration(
        fields: ["X-Api-Key": "k", .host: "virtual.example", "X-A": "1", .cookie: "c=1"], auth: .bearer("t"))

    private var sentFields: [Set<HTTPField.Name>] {
        transport.requests.map { request in
            Set(request.fields.map(\.name)).intersection([
                .authorization, .host, .cookie, "X-Api-Key", "X-A", "X-Own",
            ])
        }
    }

    @Test(arguments: ["https://api.example.com:443/x", "/x", "?y"])
    func credentialsOfTheBaseAreSentToItsOrigin(url: String) async throws {
        try await client(configuration: Self.secrets).send(Endpoint<Void>.get(url: url))
        #expect(sentFields == [[.authorization, .host, .cookie, "X-Api-Key", "X-A"]])
    }

    @Test(arguments: [
        "https://other.example/", "http://api.example.com/", "https://api.example.com:8443/",
        "//api.example.com.other.example/",
    ])
    func credentialsOfTheBaseAreSentToNoOtherOrigin(url: String) async throws {
        try await client(configuration: Self.secrets).send(Endpoint<Void>.get(url: url))
        let withUser = client("https://u:p@api.example.com", configuration: .init(fields: ["X-A": "1"]))
        try await withUser.send(Endpoint<Void>.get(url: url))
        #expect(sentFields == [["X-A"], ["X-A"]])
    }

    @Test func theFieldsOfTheEndpointAreSentToAnyOrigin() async throws {
        let endpoint = Endpoint<Void>.get(
            url: "https://other.example/", fields: [.authorization: "mine", "X-Own": "1"])
        try await client(configuration: Self.secrets).send(endpoint)
        #expect(transport.requests[0].fields[values: .authorization] == ["mine"])
        #expect(sentFields == [[.authorization, "X-A", "X-Own"]])
    }

    @Test func aRedirectBackDoesNotRestoreTheCredentials() async throws {
        let transport = ScriptedTransport { request in
            request.target.host == "other.example"
                ? HTTPResponse(status: 302, fields: [.location: "https://api.example.com/secret"])
                : HTTPResponse(status: 204)
        }
        let client = Client(
            baseURL: "https://api.example.com", transport: transport, configuration: Self.secrets)
        try await client.send(Endpoint<Void>.get(url: "https://other.example/"))
        #expect(transport.requests.map(\.target.host) == ["other.example", "api.example.com"])
        #expect(!transport.requests.contains { $0.fields.contains(.authorization) })
        #expect(!transport.requests.contains { $0.fields.contains("X-Api-Key") })
    }

    @Test func theUserinfoOfAURLBecomesAnAuthorizationField() async throws {
        let client = client("https://base:pw@api.example.com")
        try await client.send(Endpoint<Void>.get(url: "https://ada:pw@other.example/"))
        try await client.send(Endpoint<Void>.get(url: "//ada:pw@api.example.com/"))
        #expect(
            transport.requests.map { $0.fields[values: .authorization] } == [
                ["Basic YWRhOnB3"], ["Basic YWRhOnB3"],
            ])
        #expect(transport.requests.allSatisfy { !$0.target.url.contains("ada") })
        #expect(transport.requests[0].fields.first { $0.name == .authorization }?.isSensitive == true)
    }

    // Whose credentials.

    private static let sources: [(baseURL: String, configuration: Client.Configuration)] = [
        ("https://base:pw@h", .init()), ("https://h", .init(fields: [.authorization: "fields"])),
        ("https://h", .init(auth: .bearer("client"))),
        ("https://base:pw@h", .init(fields: [.authorization: "fields"], auth: .bearer("client"))),
    ]

    @Test(arguments: sources.indices)
    func anEndpointReplacesTheCredentialsOfItsClient(source: Int) async throws {
        let (baseURL, configuration) = Self.sources[source]
        let client = client(baseURL, configuration: configuration)
        let own = EndpointOptions.Auth.own(.bearer("mine"))
        for endpoint in [Endpoint<Void>.get("/x"), .get(url: "/x"), .get(url: "https://ada:pw@h/x")] {
            try await client.send(endpoint.with { $0.options.auth = .none })
            try await client.send(endpoint.with { $0.options.auth = own })
            for auth in [.client, .none, own] {
                try await client.send(
                    endpoint.with {
                        $0.options.auth = auth
                        $0.fields[.authorization] = "field"
                    })
            }
        }
        let sent = transport.requests.map { $0.fields[values: .authorization] }
        let expected = [[], ["Bearer mine"], ["field"], ["field"], ["field"]]
        #expect(sent == expected + expected + expected)
    }

    @Test func theCredentialsOfAnEndpointLeaveOtherFieldsOfTheClient() async throws {
        try await client(configuration: Self.secrets).send(
            Endpoint<Void>.get("/x").with { $0.options.auth = .none })
        #expect(sentFields == [[.host, .cookie, "X-Api-Key", "X-A"]])
    }

    @Test func theAuthOfAClientReplacesTheUserinfoOfItsBaseURL() async throws {
        let plain = client("https://base:pw@h")
        let changed = plain.with { $0.auth = .bearer("changed") }
        let withField = changed.with { $0.fields[.authorization] = "fields" }
        for client in [plain, changed, withField, changed.with { $0.auth = nil }] {
            try await client.send(Endpoint<Void>.get("/x"))
        }
        #expect(
            transport.requests.map { $0.fields[values: .authorization] }
                == [["Basic YmFzZTpwdw=="], ["Bearer changed"], ["fields"], ["Basic YmFzZTpwdw=="]])
    }

    @Test(arguments: [
        "mailto:a@b", "ftp://h", "http://", "http://h:99999", "http://h/%zz", "//h\u{0}", "localhost:80/x",
        "http://u:s3cret%zz@h",
    ])
    func aBadURLIsThrownBeforeTheTransportIsCalled(url: String) async {
        for client in [client(), Client(transport: transport)] {
            let error = await #expect(throws: NetworkError.self) {
                try await client.send(Endpoint<Void>.get(url: url))
            }
            #expect(error?.code == .invalidURL)
            #expect(error?.description.contains("s3cret") == false)
        }
        #expect(transport.requests.isEmpty)
    }

    // Without a base URL.

    @Test func aClientWithoutABaseTakesAbsoluteURLs() async throws {
        let client = Client(transport: transport, configuration: .init(fields: ["X-A": "1"]))
        try await client.send(Endpoint<Void>.get(url: "http://h/a/../b?c"))
        try await client.send(
            Endpoint<Void>.post(url: "https://g", fields: ["X-Api-Key": "k"]).with {
                $0.options.auth = .own(.bearer("t"))
            })
        #expect(transport.requests.map(\.target.url) == ["http://h/a/../b?c", "https://g/"])
        #expect(sentFields == [["X-A"], ["X-A", "X-Api-Key", .authorization]])
    }

    @Test(arguments: [
        Endpoint<Void>.get("/x"), .get(""), .get(url: "/x"), .get(url: "x"), .get(url: "//h/x"),
        .get(url: ""),
    ])
    func aClientWithoutABaseHasNoPaths(endpoint: Endpoint<Void>) async {
        let error = await #expect(throws: NetworkError.self) {
            try await Client(transport: transport).send(endpoint)
        }
        #expect(error?.code == .invalidURL)
        #expect(transport.requests.isEmpty)
    }

    @Test func aClientWithoutABaseHasNoCredentials() async {
        let configurations: [Client.Configuration] = [
            .init(auth: .bearer("t")), .init(fields: ["X-Api-Key": "k"]), .init(fields: [.host: "h"]),
        ]
        for configuration in configurations {
            let error = await #expect(throws: NetworkError.self) {
                try await Client(transport: transport, configuration: configuration).send(
                    Endpoint<Void>.get(url: "http://h"))
            }
            #expect(error?.code == .invalidRequest)
        }
        #expect(transport.requests.isEmpty)
    }
}
