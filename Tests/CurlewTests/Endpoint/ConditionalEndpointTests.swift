import CurlewTesting
import Foundation
import Testing

@testable import Curlew

/// RFC 9110 §13.
@Suite(.timeLimit(.minutes(5)))
struct ConditionalEndpointTests {
    private struct User: Codable, Equatable { var login: String }

    private static let user = Endpoint<User>.get("/users/\("ada")")

    /// A server whose resource has the tag "2", and was modified in 1994.
    private static let transport = ScriptedTransport { request in
        let isCurrent =
            request.fields[.ifNoneMatch].map { $0.contains(#""2""#) }
            ?? (request.fields[.ifModifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
        guard isCurrent else {
            var response = HTTPResponse.json(#"{"login": "ada"}"#)
            response.fields[.eTag] = #""2""#
            return response
        }
        return HTTPResponse(status: 304, fields: [.eTag: #""2""#])
    }

    private func client(_ transport: ScriptedTransport = transport) -> Client {
        Client(
            baseURL: "http://h", transport: transport,
            configuration: .init(retries: RetryPolicy(maxRetries: 3)))
    }

    @Test func aChangedResourceIsAValueAndAnUnchangedOneIsNil() async throws {
        let first = try await client().response(for: Self.user.ifNoneMatch(nil))
        #expect(first.value == User(login: "ada"))
        let again = try await client().response(for: Self.user.ifNoneMatch(first.fields[.eTag]))
        #expect(again.value == nil)
        #expect(again.status == .notModified)
        #expect(again.fields[.eTag] == #""2""#)
        #expect(again.attempts == 1)
        #expect(try await client().send(Self.user.ifNoneMatch(#""1""#)) == User(login: "ada"))
    }

    @Test func comparesDatesInWholeSeconds() async throws {
        let date = Date(timeIntervalSince1970: 784_111_777.9)
        #expect(try await client().send(Self.user.ifModifiedSince(date)) == nil)
        #expect(try await client().send(Self.user.ifModifiedSince(date + 1)) == User(login: "ada"))
        #expect(try await client().send(Self.user.ifModifiedSince(nil)) == User(login: "ada"))
    }

    @Test func keepsTheRestOfTheEndpoint() async throws {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 304) }
        let endpoint = Self.user.with {
            $0.fields["X"] = "1"
            $0.query = ["q": "2"]
            $0.options.timeouts.total = .seconds(5)
            $0.decoder.bodyLimit = 5
        }.ifNoneMatch(#"W/"a", "b""#)
        #expect(endpoint.name == "GET /users/{}")
        #expect(endpoint.decoder.bodyLimit == 5)
        #expect(try await client(transport).send(endpoint) == nil)
        let request = try #require(transport.requests.first)
        #expect(request.path == "/users/ada?q=2")
        #expect(request.fields["X"] == "1")
        #expect(request.fields[.accept] == "application/json")
        #expect(request.fields[.ifNoneMatch] == #"W/"a", "b""#)
        #expect(request.timeouts.total == .seconds(5))
    }

    @Test(arguments: [nil, ""])
    func withoutAConditionA304IsAnError(tag: String?) async throws {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 304) }
        let endpoints = [
            Self.user.ifNoneMatch(tag), Self.user.ifModifiedSince(nil),
            Self.user.ifModifiedSince(Date(timeIntervalSince1970: .nan)),
        ]
        for endpoint in endpoints {
            let error = await #expect(throws: NetworkError.self) {
                try await client(transport).send(endpoint)
            }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.status == .notModified)
        }
        #expect(transport.requests.count == endpoints.count)
        #expect(transport.requests.allSatisfy { !$0.fields.contains(.ifNoneMatch) })
    }

    @Test func a304IsNeitherFollowedNorRetried() async throws {
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: 304, fields: [.location: "http://other/", .retryAfter: "1"])
        }
        #expect(try await client(transport).send(Self.user.ifNoneMatch(#""2""#)) == nil)
        #expect(transport.requests.count == 1)
    }

    @Test func otherStatusesAndBodiesAreErrorsAsEver() async throws {
        for (response, code) in [
            (HTTPResponse.json("{}", status: 412), NetworkError.Code.unacceptableStatus),
            (.json("[]"), .decodingFailed), (.json(""), .emptyBody),
        ] {
            let error = await #expect(throws: NetworkError.self) {
                try await client(ScriptedTransport { _ in response }).send(Self.user.ifNoneMatch(#""2""#))
            }
            #expect(error?.code == code)
        }
    }

    @Test func nilOfAnOptionalOutputIsNotThe304() async throws {
        let endpoint = Endpoint<User?>.get("/").ifNoneMatch(#""2""#)
        let absent = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let value = try await client(absent).send(endpoint)
        #expect(value == .some(.none))
        let unchanged = try await client().send(endpoint)
        #expect(unchanged == .none)
    }

    @Test func worksForEveryDecoder() async throws {
        #expect(try await client().send(Endpoint<Data>.get("/").ifNoneMatch(#""2""#)) == nil)
        #expect(try await client().send(Endpoint<String>.get("/").ifNoneMatch(#""2""#)) == nil)
        #expect(try await client().send(Endpoint<Void>.head("/").ifNoneMatch(#""2""#)) == nil)
        #expect(try await client().send(Endpoint<Void>.head("/").ifNoneMatch(#""1""#)) != nil)
    }

    @Test func aRedirectKeepsTheCondition() async throws {
        let transport = ScriptedTransport { request in
            request.target.path == "/moved"
                ? HTTPResponse(status: 304) : HTTPResponse(status: 302, fields: [.location: "/moved"])
        }
        #expect(try await client(transport).send(Self.user.ifNoneMatch(#""2""#)) == nil)
        #expect(transport.requests.map { $0.fields[.ifNoneMatch] } == [#""2""#, #""2""#])
    }
}
