extension LoopbackServer {
    /// How the server responds to the requests of one method and path.
    public struct Route: Sendable {
        typealias Action = @Sendable (ServedExchange) throws -> Void

        let method: String?
        let pattern: [Substring]
        let action: Action

        /// A route that responds with what `handler` returns.
        ///
        /// - Parameters:
        ///   - method: the method; nil for every method. `GET` includes HEAD.
        ///   - path: the path without a query; a segment `*` stands for any one segment, as in `/users/*`.
        ///   - fault: what goes wrong with the response; nil for nothing.
        ///   - handler: makes the response from the request, body included. If it throws, the response is a 500.
        public init(
            _ method: String?, _ path: String, fault: Fault? = nil,
            handler: @escaping @Sendable (ReceivedRequest) throws -> Response
        ) {
            self = .exchange(method, path) { exchange in
                try exchange.collectBody()
                let response = try handler(exchange.request)
                if let fault {
                    try exchange.respond(response, with: fault)
                } else {
                    try exchange.respond(response)
                }
            }
        }

        /// A route whose action reads and sends by itself.
        static func exchange(_ method: String?, _ path: String, action: @escaping Action) -> Route {
            Route(method: method, pattern: segments(of: path), action: action)
        }

        private init(method: String?, pattern: [Substring], action: @escaping Action) {
            self.method = method
            self.pattern = pattern
            self.action = action
        }

        static func segments(of path: String) -> [Substring] {
            path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        }

        /// The segments that the stars match; nil if the path does not match.
        func captures(of path: [Substring]) -> [Substring]? {
            guard path.count == pattern.count else { return nil }
            var captures: [Substring] = []
            for (segment, wanted) in zip(path, pattern) {
                if wanted == "*" { captures.append(segment) } else if segment != wanted { return nil }
            }
            return captures
        }

        func accepts(_ method: String) -> Bool {
            self.method == nil || self.method == method || (self.method == "GET" && method == "HEAD")
        }
    }
}

/// Finds the route of each request of a connection.
struct RouteTable: Sendable {
    private let routes: [LoopbackServer.Route]

    init(_ routes: [LoopbackServer.Route]) {
        self.routes = routes
    }

    /// Responds to the requests of a connection, one after the other.
    func serve(_ connection: LoopbackServer.Connection) throws {
        do {
            while let request = try connection.readHead() {
                guard try respond(to: request, on: connection) else { return }
            }
        } catch let error as LoopbackServer.ConnectionError {
            guard let status = error.status else { return }
            let body = LoopbackServer.Response.error(status, error.description)
            let fields =
                body.fields + [
                    .init("Content-Length", String(body.body.count)), .init("Connection", "close"),
                ]
            try connection.send(ResponseHead.bytes(status: status, fields: fields) + body.body)
            connection.closeDiscardingInput()
        }
    }

    /// Responds to a request; returns whether another may follow.
    private func respond(
        to request: LoopbackServer.ReceivedRequest, on connection: LoopbackServer.Connection
    ) throws -> Bool {
        let path = LoopbackServer.Route.segments(of: request.path)
        var allowed: [String] = []
        for route in routes {
            guard let captures = route.captures(of: path) else { continue }
            guard route.accepts(request.method) else {
                allowed.append(route.method ?? "")
                continue
            }
            return try run(route.action, ServedExchange(request, captures: captures, on: connection))
        }
        return try run(
            allowed.isEmpty ? Self.notFound : Self.notAllowed(allowed),
            ServedExchange(request, captures: [], on: connection))
    }

    private func run(_ action: LoopbackServer.Route.Action, _ exchange: ServedExchange) throws -> Bool {
        do {
            try action(exchange)
        } catch let error where !(error is LoopbackServer.ConnectionError) {
            try exchange.respond(.error(500, "the handler of the route failed: \(error)"))
        }
        return exchange.isConnectionReusable
    }

    private static let notFound: LoopbackServer.Route.Action = { exchange in
        try exchange.respond(.error(404, "no such route"))
    }

    private static func notAllowed(_ methods: [String]) -> LoopbackServer.Route.Action {
        let allow = methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }.joined(separator: ", ")
        return { exchange in
            var response = LoopbackServer.Response.error(405, "the method is not allowed")
            response.fields.append(.init("Allow", allow))
            try exchange.respond(response)
        }
    }
}
