import CurlewTransport

/// The routes of a scripted transport, and which of their replies are used.
final class RouteScript: Sendable {
    private let routes: [ScriptedRoute]
    private let counts: Lock<[Int]>

    init(_ routes: [ScriptedRoute]) {
        self.routes = routes
        counts = Lock(Array(repeating: 0, count: routes.count))
    }

    /// The reply of the first route that takes the request and has one left; throws `.unsupported` without one.
    func reply(to request: HTTPRequest) throws(NetworkError) -> ScriptedReply {
        let reply = counts.withLock { counts -> ScriptedReply? in
            for (index, route) in routes.enumerated() where route.differences(from: request).isEmpty {
                guard !route.isSequence || counts[index] < route.replies.count else { continue }
                defer { counts[index] += 1 }
                return route.isSequence ? route.replies[counts[index]] : route.replies.first
            }
            return nil
        }
        guard let reply else { throw unmatched(request) }
        return reply
    }

    /// The routes that have taken no request, or have replies left, one text each.
    var unused: [String] {
        let counts = counts.withLock { $0 }
        return zip(routes, counts).compactMap { route, count in
            guard route.isSequence else { return count == 0 ? "\(route): no request" : nil }
            let rest = route.replies.count - count
            return rest > 0 ? "\(route): \(rest) of \(route.replies.count) replies" : nil
        }
    }

    private func unmatched(_ request: HTTPRequest) -> NetworkError {
        let query = request.target.query.map { "?" + SecretNames.standard.redactingForm($0) } ?? ""
        let name = "\(request.method.rawValue) \(request.target.pathWithoutQuery)\(query)"
        let nearest = routes.map { ($0, $0.differences(from: request)) }.min {
            $0.1.reduce(0) { $0 + $1.weight } < $1.1.reduce(0) { $0 + $1.weight }
        }
        guard let (route, differences) = nearest else {
            return .unsupported("no route takes \(name): there are no routes")
        }
        let reason =
            differences.isEmpty
            ? "all its replies are used" : differences.map(\.text).joined(separator: ", ")
        return .unsupported("no route takes \(name); the nearest is \(route), but \(reason)")
    }
}
