import Curlew

extension Scenario {
    /// Calls that fail, each with its own error.
    static let failures = [
        Scenario(
            name: "404 with a JSON problem", expected: "unacceptableStatus: no such person",
            needsEmbeddedServer: true
        ) { stage in
            do throws(NetworkError) {
                return try await stage.client.send(.get("/problem", as: Person.self)).text
            } catch {
                return "\(error.code): \(try error.decodeBody(as: Problem.self).detail)"
            }
        },
        Scenario(name: "HTML where JSON was expected", expected: "unexpectedContentType") { stage in
            try await stage.client.send(.get("/html", as: Person.self)).text
        },
        Scenario(name: "JSON of another shape", expected: "decodingFailed") { stage in
            try await stage.client.send(.get("/json", as: Person.self)).text
        },
        Scenario(name: "connection refused", expected: "cannotConnect") { stage in
            try await stage.client(of: "http://127.0.0.1:1").send(.get("/", as: String.self))
        },
        Scenario(name: "a name that does not resolve", expected: "cannotResolve") { stage in
            try await stage.client(of: "http://curlew.invalid").send(.get("/", as: String.self))
        },
        Scenario(name: "a server slower than the timeout", expected: "timedOut: total") { stage in
            let endpoint = Endpoint.get("/delay/5", as: String.self)
            return try await stage.client.send(
                endpoint.with { $0.options.timeouts = .total(.milliseconds(300)) })
        },
        Scenario(name: "cancellation in flight", expected: "cancelled") { stage in
            let task = Task { try await stage.client.send(.get("/delay/5", as: String.self)) }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            return try await task.value
        },
        Scenario(name: "a bad base URL", expected: "invalidURL") { stage in
            try await stage.client(of: "http://exa mple.org").send(.get("/", as: String.self))
        },
    ]
}

extension Endpoint where Output: Decodable {
    /// A GET with its output's type as an argument.
    fileprivate static func get(_ path: URLPath, as output: Output.Type) -> Self { .get(path) }
}
