public import CurlewTransport

/// Which requests get which replies of a ``ScriptedTransport``.
///
///     let transport = ScriptedTransport(routes: [
///         ScriptedRoute(.get, "/users/*", .json(ada)),
///         ScriptedRoute(.post, "/users", body: .json(#"{"name": "Ada"}"#), .status(201)),
///         ScriptedRoute(.get, "/jobs", query: ["id": "7"], replies: [.status(202), .json(#"{"isDone": true}"#)]),
///     ])
public struct ScriptedRoute: Sendable {
    let method: HTTPRequest.Method?
    let origin: String?
    let path: String
    let query: [String: String]
    let fields: HTTPFields
    let body: BodyMatch?
    let replies: [ScriptedReply]
    /// Whether each reply is sent once; otherwise the only one any number of times.
    let isSequence: Bool

    /// A route that sends the same reply to each of its requests.
    ///
    /// - Parameters:
    ///   - method: the method; nil for every method.
    ///   - path: the path; a segment `*` stands for any one segment, a last segment `**` for any rest. A whole URL, such
    ///     as `https://api.example.com/users`, also names the origin.
    ///   - query: names and values that the query must contain, decoded.
    ///   - fields: fields that the request must have.
    ///   - body: what the body must be; nil for any.
    ///   - reply: what is sent.
    public init(
        _ method: HTTPRequest.Method?, _ path: String, query: [String: String] = [:],
        fields: HTTPFields = [:],
        body: BodyMatch? = nil, _ reply: ScriptedReply
    ) {
        self.init(method, path, query, fields, body, [reply], isSequence: false)
    }

    /// A route that sends its replies in order, each once, and then takes no more requests.
    ///
    /// The parameters are those of the other initializer.
    public init(
        _ method: HTTPRequest.Method?, _ path: String, query: [String: String] = [:],
        fields: HTTPFields = [:],
        body: BodyMatch? = nil, replies: [ScriptedReply]
    ) {
        self.init(method, path, query, fields, body, replies, isSequence: true)
    }

    private init(
        _ method: HTTPRequest.Method?, _ path: String, _ query: [String: String], _ fields: HTTPFields,
        _ body: BodyMatch?, _ replies: [ScriptedReply], isSequence: Bool
    ) {
        let target = path.contains("://") ? try? HTTPRequest.Target(path) : nil
        origin = target.map { "\($0.scheme)://\($0.authority)" }
        self.method = method
        self.path = target?.pathWithoutQuery ?? path
        self.query = query
        self.fields = fields
        self.body = body
        self.replies = replies
        self.isSequence = isSequence
    }

    /// How a request differs from the route, the most telling first; empty if the route takes it.
    func differences(from request: HTTPRequest) -> [RouteDifference] {
        var differences: [RouteDifference] = []
        if let origin, origin != "\(request.scheme)://\(request.authority)" {
            differences.append(
                RouteDifference(weight: 8, "the origin is \(request.scheme)://\(request.authority)"))
        }
        let path = request.target.pathWithoutQuery
        if !matches(path) { differences.append(RouteDifference(weight: 4, "the path is \(path)")) }
        if let method, method != request.method {
            differences.append(RouteDifference(weight: 2, "the method is \(request.method.rawValue)"))
        }
        return differences + queryDifferences(from: request) + fieldDifferences(from: request)
            + (body?.difference(from: request).map { [RouteDifference($0)] } ?? [])
    }

    private func matches(_ path: String) -> Bool {
        var segments = Self.segments(of: path)[...]
        for wanted in Self.segments(of: self.path) {
            if wanted == "**" { return true }
            guard let segment = segments.popFirst(), wanted == "*" || wanted == segment else { return false }
        }
        return segments.isEmpty
    }

    /// The decoded segments.
    private static func segments(of path: String) -> [String] {
        path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false).map {
            FormText.decode($0.utf8.flatMap { $0 == UInt8(ascii: "+") ? Array("%2B".utf8) : [$0] })
        }
    }

    private func queryDifferences(from request: HTTPRequest) -> [RouteDifference] {
        let items = request.queryItems
        return query.sorted { $0.key < $1.key }.compactMap { name, value in
            let found = items.filter { $0.name == name }.map(\.value)
            guard !found.contains(value) else { return nil }
            let text = found.first.map { SecretNames.standard.redacted($0, of: name) }
            return RouteDifference(text.map { "the query's \(name) is \($0)" } ?? "the query has no \(name)")
        }
    }

    private func fieldDifferences(from request: HTTPRequest) -> [RouteDifference] {
        fields.compactMap { field in
            guard !request.fields[values: field.name].contains(field.value) else { return nil }
            let found = request.fields.first { $0.name == field.name }
            return RouteDifference(found.map { "it has \($0.redacted)" } ?? "it has no field \(field.name)")
        }
    }
}

extension ScriptedRoute: CustomStringConvertible {
    /// Method, path, and what else the request must have; secrets redacted.
    public var description: String {
        let items = query.sorted { $0.key < $1.key }.map { name, value in
            "\(name)=\(SecretNames.standard.redacted(value, of: name))"
        }
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        let fields = fields.map { " with \($0.redacted)" }.joined()
        let body = body.map { " with \($0)" } ?? ""
        if method == nil, path == "**" { return "any request\(fields)\(body)" }
        return "\(method?.rawValue ?? "any method") \(origin ?? "")\(path)\(query)\(fields)\(body)"
    }
}

/// One difference between a request and a route.
struct RouteDifference {
    /// How far apart the two are.
    let weight: Int
    let text: String

    init(weight: Int = 1, _ text: String) {
        self.weight = weight
        self.text = text
    }
}
