import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What arrives of a request after a redirect: method by status by body by destination.
struct RedirectMatrix: Sendable {
    /// The destination of a redirect, relative to its origin.
    enum Destination: String, Sendable, CaseIterable {
        case sameOrigin = "same origin"
        case otherPort = "other port"
        case otherHost = "other host"
        case httpsToHTTP = "https to http"
        case httpToHTTPS = "http to https"

        var base: String { self == .httpToHTTPS ? "http://a.example" : "https://a.example" }

        var location: String {
            switch self {
            case .sameOrigin: "/to"
            case .otherPort: "https://a.example:8443/to"
            case .otherHost: "https://b.example/to"
            case .httpsToHTTP: "http://a.example/to"
            case .httpToHTTPS: "https://a.example/to"
            }
        }
    }

    /// The body of the request.
    enum Body: String, Sendable, CaseIterable {
        case none, data, file, stream

        var body: RequestBody? {
            switch self {
            case .none: nil
            case .data: .data(Data("a=1".utf8), contentType: "text/plain")
            case .file: .file("/dev/null", contentType: "text/plain")
            case .stream: .stream(AsyncStream<Data> { $0.finish() }, contentType: "text/plain")
            }
        }
    }

    /// One request, and its outcome at each destination.
    struct Row: Sendable {
        let method: HTTPRequest.Method
        let status: Int
        let body: Body
        /// The request that arrived, or the failure.
        let outcomes: [Destination: Result<HTTPRequest, NetworkError>]
    }

    /// The fields of every request of the matrix, each with its letter in the table.
    static let letters: KeyValuePairs<HTTPField.Name, String> = [
        .authorization: "A", .cookie: "C", .proxyAuthorization: "P", "X-Api-Key": "K", "X-Marked": "M",
        .contentType: "T", "X-Plain": "x",
    ]

    /// Sends every request.
    static func rows() async -> [Row] {
        var rows: [Row] = []
        for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete] {
            let bodies = method == .head ? [Body.none] : Body.allCases
            for status in [301, 302, 303, 307, 308] {
                for body in bodies { rows.append(await row(method, status, body)) }
            }
        }
        return rows
    }

    private static func row(_ method: HTTPRequest.Method, _ status: Int, _ body: Body) async -> Row {
        var outcomes: [Destination: Result<HTTPRequest, NetworkError>] = [:]
        for destination in Destination.allCases {
            outcomes[destination] = await outcome(method, status, body, destination)
        }
        return Row(method: method, status: status, body: body, outcomes: outcomes)
    }

    private static func outcome(
        _ method: HTTPRequest.Method, _ status: Int, _ body: Body, _ destination: Destination
    ) async -> Result<HTTPRequest, NetworkError> {
        let transport = ScriptedTransport { request in
            guard request.path == "/from" else { return HTTPResponse(status: 204) }
            return HTTPResponse(
                status: .init(code: status), fields: [.location: destination.location])
        }
        let client = Client(baseURL: destination.base, transport: transport)
        let endpoint = Endpoint<Void>(method, "/from", fields: fields, body: body.body)
        return await client.result(of: endpoint).flatMap { _ in
            transport.requests.last.map { .success($0) } ?? .failure(NetworkError(.other, "nothing was sent"))
        }
    }

    private static let fields: HTTPFields = {
        var fields: HTTPFields = [:]
        for (name, _) in letters where name != .contentType {
            fields.append(HTTPField(name: name, value: "v", isSensitive: name == "X-Marked"))
        }
        return fields
    }()
}

extension RedirectMatrix.Row {
    /// The row as text: method, status, body, then for each destination method, body and the letters of the fields.
    var cells: [String] {
        [method.rawValue, "\(status)", body.rawValue]
            + RedirectMatrix.Destination.allCases.map { destination in
                switch outcomes[destination] {
                case .success(let request): Self.text(of: request)
                case .failure(let error): error.code.rawValue
                case nil: ""
                }
            }
    }

    private static func text(of request: HTTPRequest) -> String {
        let letters = RedirectMatrix.letters.filter { request.fields.contains($0.key) }.map(\.value)
        return "\(request.method)\(request.body == nil ? "" : "+body") \(letters.joined())"
    }
}
