import CurlewTransport

extension LoopbackServer.Route {
    /// The routes of every server that has routes.
    ///
    /// | path | response |
    /// |---|---|
    /// | `/get /post /put /patch /delete` | the request as JSON, as httpbin.org writes it; 405 for another method |
    /// | `/anything`, `/anything/*` | the same for every method |
    /// | `/delay/N` | the same after N seconds, at most 60 |
    /// | `/headers` | the fields of the request as JSON |
    /// | `/echo` | the request as it was on the wire, without the framing of its body |
    /// | `/sha256` | hash and length of the body of a POST or PUT |
    /// | `/status/N` | the status N, 200 to 599, without a body |
    /// | `/redirect/N` | N redirects to `/get` |
    /// | `/redirect-to?url=&status_code=` | one redirect |
    /// | `/bytes/N` | N bytes; byte i is i % 251 |
    /// | `/stream-bytes/N?chunk=` | the same in chunks |
    /// | `/stream/N` | N lines of JSON in chunks |
    /// | `/file?size=&version=&mib_per_s=` | a file with an entity tag, whole or in ranges |
    /// | `/drip?bytes=&interval_ms=` | a byte at a time |
    /// | `/slow-head?ms=` | the head in two parts with a pause between them |
    /// | `/html /json /text /csv /problem` | a small document of that type; `/problem` is a 404 |
    /// | `/pages?page=N` | one of three pages with `items` and the number of the `next` one |
    public static let builtIn = echoes + statuses + streams + documents

    private static let echoes: [LoopbackServer.Route] =
        ["get", "post", "put", "patch", "delete"].map { name in
            LoopbackServer.Route(name.uppercased(), "/\(name)") { .json(RequestText.json(of: $0)) }
        } + [
            LoopbackServer.Route(nil, "/anything") { .json(RequestText.json(of: $0)) },
            LoopbackServer.Route(nil, "/anything/*") { .json(RequestText.json(of: $0)) },
            LoopbackServer.Route("GET", "/headers") {
                .json(.object([("headers", RequestText.fields(of: $0))]))
            },
            LoopbackServer.Route(nil, "/echo") { request in
                .init(fields: ["Content-Type": "text/plain"], body: request.head + request.body)
            },
            exchange("POST", "/sha256", action: hash),
            exchange("PUT", "/sha256", action: hash),
            exchange(nil, "/delay/*") { exchange in
                guard let seconds = exchange.captures.first.flatMap({ Double($0) }), seconds >= 0
                else { return try exchange.respond(.error(400, "not a number of seconds")) }
                try exchange.collectBody()
                try exchange.pause(.seconds(min(seconds, 60)))
                try exchange.respond(.json(RequestText.json(of: exchange.request)))
            },
        ]

    private static let hash: Action = { exchange in
        var hash = SHA256Hasher()
        let length = try exchange.readBody { hash.update($0) }
        let digest = hash.finalize().hex
        try exchange.respond(.json(.object([("sha256", .string(digest)), ("length", .number(length))])))
    }

    private static let statuses: [LoopbackServer.Route] = [
        exchange(nil, "/status/*") { exchange in
            guard let status = exchange.number, (200...599).contains(status)
            else { return try exchange.respond(.error(400, "not a status from 200 to 599")) }
            try exchange.respond(.init(status: status, fields: challenge(for: status)))
        },
        exchange(nil, "/redirect/*") { exchange in
            guard let count = exchange.number, count > 0
            else { return try exchange.respond(.error(400, "not a number of redirects")) }
            let location = count == 1 ? "/get" : "/redirect/\(count - 1)"
            try exchange.respond(.init(status: 302, fields: ["Location": location]))
        },
        LoopbackServer.Route(nil, "/redirect-to") { request in
            let status = request.queryValue("status_code").flatMap { Int($0) } ?? 302
            guard let url = request.queryValue("url"), (300...399).contains(status),
                url.utf8.allSatisfy({ $0 >= 32 })
            else { return .error(400, "a url and a status_code from 300 to 399 are needed") }
            return .init(status: status, fields: ["Location": url])
        },
    ]

    // A 401 or 407 names a scheme (RFC 9110 §15.5.2, §15.5.8).
    private static func challenge(for status: Int) -> KeyValuePairs<String, String> {
        switch status {
        case 401: ["WWW-Authenticate": "Basic realm=\"loopback\""]
        case 407: ["Proxy-Authenticate": "Basic realm=\"loopback\""]
        default: [:]
        }
    }
}

extension LoopbackServer.ReceivedRequest {
    /// The first value of that name in the query.
    func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
