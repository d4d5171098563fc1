import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// With which method and body a redirect is followed.
extension ConformanceCase {
    static let redirectMethods = ConformanceCase(
        "redirect-methods",
        "a redirect keeps or changes the method as its status says, and a GET sends no body",
        reference: "RFC 9110 §15.4.2 to §15.4.9; Fetch, HTTP-redirect fetch",
        redirectedMethods.flatMap { method, arrivals in
            arrivals.map { status, arrival in redirected(method, status, arrival) }
        })

    /// For each method what arrives after a redirect of each status: the method, and the body where it is kept.
    private static let redirectedMethods: KeyValuePairs<HTTPRequest.Method, KeyValuePairs<Int, String>> = [
        .get: [301: "GET", 302: "GET", 303: "GET", 307: "GET", 308: "GET"],
        .head: [301: "HEAD", 302: "HEAD", 303: "HEAD", 307: "HEAD", 308: "HEAD"],
        .post: [301: "GET", 302: "GET", 303: "GET", 307: "POST a=1", 308: "POST a=1"],
        .put: [301: "PUT a=1", 302: "PUT a=1", 303: "GET", 307: "PUT a=1", 308: "PUT a=1"],
        .patch: [301: "PATCH a=1", 302: "PATCH a=1", 303: "GET", 307: "PATCH a=1", 308: "PATCH a=1"],
        .delete: [301: "DELETE a=1", 302: "DELETE a=1", 303: "GET", 307: "DELETE a=1", 308: "DELETE a=1"],
    ]

    private static func redirected(
        _ method: HTTPRequest.Method, _ status: Int, _ arrival: String
    ) -> ConformanceCheck {
        .check("\(method) and \(status)") { transport in
            let server = try LoopbackServer.redirecting(status, to: "/anything")
            let body = RequestBody.data(Data("a=1".utf8), contentType: "text/plain")
            let endpoint = Endpoint<Data>(
                method, "/from", body: method == .get || method == .head ? nil : body)
            let response = try await transport.client(server.url).response(for: endpoint)
            let last = try server.last(of: 2)
            let parts = [last.method, last.bodyText].filter { !$0.isEmpty }
            try expect("the method and the body", parts.joined(separator: " "), is: arrival)
            let keepsBody = arrival.hasSuffix("a=1")
            try expect("Content-Type", last["Content-Type"], is: keepsBody ? "text/plain" : nil)
            // RFC 9110 §8.6.
            try expect("Content-Length", last["Content-Length"], is: keepsBody ? "3" : nil)
            try expect("the last URL", response.target?.url, is: "\(server.url)/anything")
            try expect("the redirects", response.redirects.map(\.target.path), is: ["/from"])
            try expect("their status", response.redirects.map(\.status.code), is: [status])
        }
    }
}
