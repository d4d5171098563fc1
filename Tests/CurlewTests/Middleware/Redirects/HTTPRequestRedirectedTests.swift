import CurlewTransport
import Foundation
import Testing

@testable import Curlew

/// What RFC 9110 §15.4 and Fetch (HTTP-redirect fetch) say of the next request, written down row by row.
struct HTTPRequestRedirectedTests {
    private func redirected(
        _ request: HTTPRequest, to url: String = "https://a.example/to", by status: Int
    ) throws -> HTTPRequest {
        request.redirected(to: try HTTPRequest(url: url).target, by: .init(code: status))
    }

    enum Body { case kept, dropped }

    @Test(
        arguments: [
            (301, .get, .get, .kept), (301, .post, .get, .dropped), (301, .put, .put, .kept),
            (301, .patch, .patch, .kept), (301, .delete, .delete, .kept),
            (301, "PROPFIND", "PROPFIND", .kept),
            (302, .get, .get, .kept), (302, .post, .get, .dropped), (302, .put, .put, .kept),
            (302, .patch, .patch, .kept), (302, .delete, .delete, .kept),
            (302, "PROPFIND", "PROPFIND", .kept),
            (303, .get, .get, .dropped), (303, .post, .get, .dropped), (303, .put, .get, .dropped),
            (303, .patch, .get, .dropped), (303, .delete, .get, .dropped), (303, "PROPFIND", .get, .dropped),
            (307, .get, .get, .kept), (307, .post, .post, .kept), (307, .put, .put, .kept),
            (307, .patch, .patch, .kept), (307, .delete, .delete, .kept),
            (307, "PROPFIND", "PROPFIND", .kept),
            (308, .get, .get, .kept), (308, .post, .post, .kept), (308, .put, .put, .kept),
            (308, .patch, .patch, .kept), (308, .delete, .delete, .kept),
            (308, "PROPFIND", "PROPFIND", .kept),
        ] as [(Int, HTTPRequest.Method, HTTPRequest.Method, Body)])
    func theStatusDecidesOnMethodAndBody(
        status: Int, method: HTTPRequest.Method, next: HTTPRequest.Method, body: Body
    ) throws {
        var request = try HTTPRequest(method: method, url: "https://a.example/from")
        request.body = .data(Data("a=1".utf8), contentType: nil)
        request.fields = ["Content-Type": "text/plain", "X-Plain": "v"]
        let following = try redirected(request, by: status)
        #expect(following.target.url == "https://a.example/to")
        #expect(following.method == next)
        #expect((following.body != nil) == (body == .kept))
        #expect(following.fields[.contentType] == (body == .kept ? "text/plain" : nil))
        #expect(following.fields["X-Plain"] == "v")
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func aHEADStaysOne(status: Int) throws {
        let request = try HTTPRequest(method: .head, url: "https://a.example/from")
        #expect(try redirected(request, by: status).method == .head)
    }

    @Test(arguments: [
        ("Content-Type", false), ("content-length", false), ("Content-Encoding", false),
        ("Content-Language", false), ("Content-Location", false), ("Content-Digest", false),
        ("Content-Disposition", false), ("Digest", false), ("Repr-Digest", false), ("Last-Modified", false),
        ("Accept", true), ("Authorization", true), ("Cookie", true), ("If-Match", true), ("Referer", true),
        ("X-Content-Type", true), ("Content", true),
    ])
    func whatDescribesTheBodyGoesWithIt(name: String, isKept: Bool) throws {
        var request = try HTTPRequest(method: .post, url: "https://a.example/from")
        request.fields = [HTTPField.Name(name): "v"]
        let (without, with) = (try redirected(request, by: 303), try redirected(request, by: 307))
        #expect(without.fields.contains(HTTPField.Name(name)) == isKept)
        #expect(with.fields.contains(HTTPField.Name(name)))
    }

    @Test(arguments: [
        ("https://a.example/from", "https://a.example/to", true),
        ("https://a.example/from", "https://a.example:443/to", true),
        ("http://a.example:80/from", "http://a.example/to", true),
        ("https://a.example/from", "https://a.example:8443/to", false),
        ("https://a.example/from", "https://b.example/to", false),
        ("https://a.example/from", "https://www.a.example/to", false),
        ("https://www.a.example/from", "https://a.example/to", false),
        ("https://a.example/from", "http://a.example/to", false),
        ("http://a.example/from", "https://a.example/to", false),
    ])
    func whatIsMeantForOneOriginDoesNotLeaveIt(from: String, to: String, isKept: Bool) throws {
        var request = try HTTPRequest(url: from)
        let names: [HTTPField.Name] = [
            .authorization, .cookie, .proxyAuthorization, "X-Api-Key", .host, "Origin", "Referer",
        ]
        for name in names { request.fields[name] = "v" }
        request.fields.append(HTTPField(name: "X-Marked", value: "v", isSensitive: true))
        request.fields["X-Plain"] = "v"
        let following = try redirected(request, to: to, by: 302)
        let kept = (names + ["X-Marked"]).filter { following.fields.contains($0) }
        #expect(kept == (isKept ? names + ["X-Marked"] : []))
        #expect(following.fields["X-Plain"] == "v")
        #expect(following.hasLeftOrigin == !isKept)
    }
}
