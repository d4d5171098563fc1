import Curlew
public import CurlewTransport

/// Which parts of a request must be those of a recorded one, so that its response is replayed.
public struct RecordingMatch: Sendable {
    /// One part of a request; more can be added without breaking a caller.
    public struct Part: Sendable, Hashable {
        private enum Kind { case method, origin, path, query, body }

        private let kind: Kind

        /// The method.
        public static let method = Part(kind: .method)
        /// Scheme, host and port.
        public static let origin = Part(kind: .origin)
        /// The path.
        public static let path = Part(kind: .path)
        /// The names and values of the query, in any order.
        public static let query = Part(kind: .query)
        /// The body: JSON by its value, a form by its names and values, anything else by its bytes.
        public static let body = Part(kind: .body)
    }

    /// The compared parts.
    public var parts: Set<Part>
    /// The compared fields.
    public var fields: [HTTPField.Name]
    /// Names in queries, forms and JSON that are not compared, such as `timestamp`.
    public var ignoredNames: Set<String>
    /// Whether the last response of equal requests is replayed any number of times.
    public var repeats: Bool

    /// Makes rules; by default all parts are compared and no fields, and each response is replayed once.
    public init(
        parts: Set<Part> = [.method, .origin, .path, .query, .body], fields: [HTTPField.Name] = [],
        ignoredNames: Set<String> = [], repeats: Bool = false
    ) {
        self.parts = parts
        self.fields = fields
        self.ignoredNames = ignoredNames
        self.repeats = repeats
    }

    /// How a sent request differs from a recorded one, in words.
    func differences(of sent: RequestShape, from recorded: RequestShape) -> [RouteDifference] {
        var all: [RouteDifference] = []
        func compare(_ part: Part, _ weight: Int, _ name: String, _ value: KeyPath<RequestShape, String>) {
            guard parts.contains(part), sent[keyPath: value] != recorded[keyPath: value] else { return }
            let text = "the \(name) is \(sent[keyPath: value]), recorded is \(recorded[keyPath: value])"
            all.append(RouteDifference(weight: weight, text))
        }
        compare(.origin, 8, "origin", \.origin)
        compare(.path, 6, "path", \.path)
        compare(.method, 4, "method", \.method)
        if parts.contains(.query) {
            all += itemDifferences("query", sent.query, recorded.query)
        }
        for name in fields where sent.fields[values: name] != recorded.fields[values: name] {
            let values = [sent, recorded].map { $0.fields[name] ?? "missing" }
            all.append(RouteDifference("the field \(name) is \(values[0]), recorded is \(values[1])"))
        }
        return parts.contains(.body) ? all + bodyDifferences(sent, recorded) : all
    }

    private func itemDifferences(
        _ place: String, _ sent: [LoopbackServer.Field], _ recorded: [LoopbackServer.Field]
    ) -> [RouteDifference] {
        let names = Set((sent + recorded).map(\.name)).subtracting(ignoredNames).sorted()
        return names.compactMap { name in
            let values = [sent, recorded].map { items in items.filter { $0.name == name }.map(\.value) }
            guard values[0] != values[1] else { return nil }
            let texts = values.map { $0.isEmpty ? "missing" : $0.joined(separator: ", ") }
            return RouteDifference("the \(place)'s \(name) is \(texts[0]), recorded is \(texts[1])")
        }
    }

    private func bodyDifferences(_ sent: RequestShape, _ recorded: RequestShape) -> [RouteDifference] {
        guard sent.body != recorded.body else { return [] }
        if let left = try? JSONValue(json: sent.body), let right = try? JSONValue(json: recorded.body) {
            return left.differences(from: right, at: "$", ignoring: ignoredNames).prefix(5).map {
                RouteDifference($0)
            }
        }
        if sent.isForm, recorded.isForm {
            return itemDifferences("form", FormText.fields(in: sent.body), FormText.fields(in: recorded.body))
        }
        let texts = [sent, recorded].map { "\($0.body.count) bytes \($0.bodyStart)" }
        return [RouteDifference(weight: 3, "the body is \(texts[0]), recorded is \(texts[1])")]
    }
}
