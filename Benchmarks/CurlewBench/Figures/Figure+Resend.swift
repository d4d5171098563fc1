import CommandSupport
import Curlew
import CurlewConformance
import CurlewLibcurl
import CurlewTesting
import CurlewURLSession

extension Figure {
    /// The outcome of a request whose idle connection dies, and how often the server received it.
    static let resend = Figure(name: "resend") { _ in
        var outcomes: [ResendOutcome] = []
        for ending in ConnectionEnding.allCases {
            for method in [HTTPRequest.Method.get, .post] {
                let libcurl = LibcurlTransport()
                outcomes.append(try await ResendOutcome(ending, method, over: libcurl, named: "libcurl"))
                libcurl.shutdown()
                let urlSession = URLSessionTransport()
                outcomes.append(
                    try await ResendOutcome(ending, method, over: urlSession, named: "urlsession"))
                urlSession.shutdown()
            }
        }
        print(ResendOutcome.table(outcomes).text)
        return [.equal(outcomes.count, "rows as expected", outcomes.count(where: \.isRight))]
    }
}

/// What one request met on a connection that the server ends.
private struct ResendOutcome {
    private let ending: ConnectionEnding
    private let method: HTTPRequest.Method
    private let transport: String
    private let code: NetworkError.Code?
    private let mayHaveBeenProcessed: Bool
    /// How often the server received the request.
    private let count: Int

    init(
        _ ending: ConnectionEnding, _ method: HTTPRequest.Method, over transport: any Transport,
        named name: String
    ) async throws {
        let server = try ending.server()
        (self.ending, self.method, self.transport) = (ending, method, name)
        _ = try await transport.send(HTTPRequest(url: "\(server.url)/first")).body.collect(upTo: 10)
        _ = await server.waitUntil { ending.isSeen($0) }
        let body = method == .post ? RequestBody.form(["a": "b"]) : nil
        let request = try HTTPRequest(
            method: method, url: "\(server.url)/next", body: body, timeouts: .total(.seconds(10)))
        var failure: NetworkError?
        do throws(NetworkError) {
            _ = try await transport.send(request).body.collect(upTo: 10)
        } catch {
            failure = error
        }
        code = failure?.code
        mayHaveBeenProcessed = failure?.mayHaveBeenProcessed ?? false
        count = server.received.count { $0.path == "/next" }
    }

    /// A GET succeeds with at most one resend; a POST is sent once, and lost only if the connection ended on it.
    var isRight: Bool {
        switch (method, code) {
        case (.get, nil): (1...(ending.isAtRequest ? 2 : 1)).contains(count)
        case (.post, nil): count == 1
        case (.post, .connectionLost?): ending.isAtRequest && mayHaveBeenProcessed && count == 1
        default: false
        }
    }

    private var text: String {
        guard let code else { return "response" }
        return mayHaveBeenProcessed ? "\(code), may have been processed" : "\(code)"
    }

    static func table(_ outcomes: [ResendOutcome]) -> TextTable {
        TextTable(
            header: ["the server", "method", "transport", "outcome", "requests", ""],
            rows: outcomes.map { outcome in
                [
                    outcome.ending.rawValue, outcome.method.rawValue, outcome.transport, outcome.text,
                    "\(outcome.count)", outcome.isRight ? "ok" : "FAIL",
                ]
            })
    }
}
