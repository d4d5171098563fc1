import Foundation
import Testing

@testable import Curlew

struct EndpointTests {
    struct User: Codable, Sendable, Equatable { var name: String }

    @Test func isNamedByMethodAndTemplate() {
        #expect(Endpoint<User>.get("/users/\("ada")").name == "GET /users/{}")
        #expect(Endpoint<Void>.delete("/a").name == "DELETE /a")
        #expect(Endpoint<Void>.get("").name == "GET")
    }

    @Test func hasTheDefaultsOfItsClient() {
        let endpoint = Endpoint<User>.get("/")
        #expect(endpoint.options.timeouts == .init())
        #expect(endpoint.options.redirects == nil && endpoint.options.retries == nil)
        #expect(endpoint.body == nil)
        #expect(endpoint.fields.isEmpty)
        #expect(endpoint.query == [:])
        #expect(endpoint.options.transport == .init(decoding: .automatic))
    }

    @Test func factoriesSetTheMethod() {
        let body = RequestBody.data(Data([1]))
        #expect(Endpoint<User>.get("/").method == .get)
        let decoded: [Endpoint<User>] = [
            .post("/", body: body), .put("/", body: body), .patch("/", body: body), .delete("/", body: body),
        ]
        #expect(decoded.map(\.method) == [.post, .put, .patch, .delete])
        #expect(decoded.map { $0.body?.data } == Array(repeating: Data([1]), count: 4))
        let void: [Endpoint<Void>] = [
            .get("/"), .head("/"), .post("/"), .put("/"), .patch("/"), .delete("/"), .init(.options, "/"),
        ]
        #expect(void.map(\.method) == [.get, .head, .post, .put, .patch, .delete, .options])
    }

    @Test func takesQueryFieldsAndTimeouts() {
        let endpoint = Endpoint<User>(
            .put, "/x", query: ["a": 1], fields: ["X": "1"], options: .init(timeouts: .total(.seconds(1))))
        #expect(endpoint.query == ["a": 1])
        #expect(endpoint.fields == ["X": "1"])
        #expect(endpoint.options.timeouts == .total(.seconds(1)))
    }

    @Test func withChangesACopy() {
        let endpoint = Endpoint<User>.get("/")
        let changed = endpoint.with {
            $0.name = "root"
            $0.options.transport.expectContinue = true
        }
        #expect(changed.name == "root")
        #expect(changed.options.transport.expectContinue)
        #expect(endpoint.name == "GET /")
    }

    @Test func picksTheDecoderByTheType() {
        func accept<Output>(_ endpoint: Endpoint<Output>) -> String? {
            endpoint.decoder.accept(JSONDecoder())
        }
        #expect(accept(Endpoint<User>.get("/")) == "application/json")
        #expect(accept(Endpoint<User?>.get("/")) == "application/json")
        #expect(accept(Endpoint<[User]>.get("/")) == "application/json")
        #expect(accept(Endpoint<Data>.get("/")) == nil)
        #expect(accept(Endpoint<Data?>.get("/")) == nil)
        #expect(accept(Endpoint<String>.get("/")) == nil)
        #expect(accept(Endpoint<String?>.get("/")) == nil)
        #expect(accept(Endpoint<Void>.get("/")) == nil)
    }

    @Test func textsHideSecrets() {
        let endpoint = Endpoint<User>.post(
            "/a", query: ["q": "s3cret"], fields: ["X-Key": "s3cret"], body: .data(Data("s3cret".utf8)))
        #expect("\(endpoint)" == "POST /a")
        #expect(String(reflecting: endpoint) == "POST /a")
    }
}
