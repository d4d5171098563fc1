extension LoopbackServer.Route {
    /// The routes whose response bodies are sent in chunks.
    static let streams: [LoopbackServer.Route] = [
        exchange("GET", "/bytes/*") { exchange in
            guard let count = exchange.number, count >= 0 else { return try badCount(exchange) }
            try exchange.stream(binary, .length(count)) {
                try sendPattern(count, by: pattern.count, exchange)
            }
        },
        exchange("GET", "/stream-bytes/*") { exchange in
            let size = exchange.request.queryValue("chunk").map { Int($0) } ?? 10 << 10
            guard let count = exchange.number, count >= 0, let size, size > 0 else {
                return try badCount(exchange)
            }
            try exchange.stream(binary, .chunked) { try sendPattern(count, by: size, exchange) }
        },
        exchange("GET", "/stream/*") { exchange in
            guard let count = exchange.number, count >= 0 else { return try badCount(exchange) }
            let members = RequestText.members(of: exchange.request)
            try exchange.stream(.init("Content-Type", "application/json"), .chunked) {
                for index in 0..<count {
                    try exchange.send(JSONText.object([("id", .number(index))] + members).encoded[...])
                }
            }
        },
        exchange("GET", "/file") { exchange in
            guard let size = exchange.request.queryNumber("size") else { return try badCount(exchange) }
            let content = FileContent(size: size, version: exchange.request.queryNumber("version") ?? 1)
            let pace = Pace(mebibytesPerSecond: exchange.request.queryNumber("mib_per_s"))
            try exchange.respond(with: content, pace: pace)
        },
        exchange("GET", "/drip") { exchange in
            let count = exchange.request.queryNumber("bytes") ?? 10
            let interval = exchange.request.queryNumber("interval_ms") ?? 100
            try exchange.stream(binary, .length(count)) {
                for index in 0..<count {
                    if index > 0 { try exchange.pause(.milliseconds(interval)) }
                    try exchange.send([UInt8(ascii: "*")])
                }
            }
        },
        exchange("GET", "/slow-head") { exchange in
            let body = LoopbackServer.Response.text("at last\n")
            let head = try exchange.begin(200, body.fields, .length(body.body.count))
            try exchange.sendRaw(head[..<(head.count / 2)])
            try exchange.pause(.milliseconds(exchange.request.queryNumber("ms") ?? 1000))
            try exchange.sendRaw(head[(head.count / 2)...])
            try exchange.send(body.body[...])
        },
    ]

    private static let binary = LoopbackServer.Field("Content-Type", "application/octet-stream")

    // A whole number of periods, so that repeating this buffer makes a body of any length.
    private static let pattern = (0..<(251 << 10)).map { UInt8(truncatingIfNeeded: $0 % 251) }

    private static func sendPattern(_ count: Int, by size: Int, _ exchange: ServedExchange) throws {
        var sent = 0
        while sent < count {
            let start = sent % 251
            let length = min(count - sent, size, pattern.count - start)
            try exchange.send(pattern[start..<(start + length)])
            sent += length
        }
    }

    private static func badCount(_ exchange: ServedExchange) throws {
        try exchange.respond(.error(400, "not a count"))
    }
}

extension LoopbackServer.ReceivedRequest {
    /// The first value of that name in the query, as a number that is not negative.
    fileprivate func queryNumber(_ name: String) -> Int? {
        queryValue(name).flatMap { Int($0) }.map { max(0, $0) }
    }
}
