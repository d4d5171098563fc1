extension LoopbackServer {
    /// A response that is sent as a whole.
    public struct Response: Sendable {
        /// The status code.
        public var status: Int
        /// The fields in order; the server adds Content-Length, and Connection where needed.
        public var fields: [Field]
        /// The body.
        public var body: [UInt8]

        /// A response with bytes as its body.
        public init(status: Int = 200, fields: KeyValuePairs<String, String> = [:], body: [UInt8] = []) {
            self.status = status
            self.fields = fields.map { Field($0.key, $0.value) }
            self.body = body
        }

        /// A response with JSON text and its media type.
        public static func json(_ text: String, status: Int = 200) -> Response {
            Response(status: status, fields: ["Content-Type": "application/json"], body: Array(text.utf8))
        }

        /// A response with plain text in UTF-8.
        public static func text(_ text: String, status: Int = 200) -> Response {
            Response(
                status: status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
        }

        static func json(_ value: JSONText, status: Int = 200) -> Response {
            Response(status: status, fields: ["Content-Type": "application/json"], body: value.encoded)
        }

        /// An error with a JSON body that describes the problem.
        static func error(_ status: Int, _ message: String) -> Response {
            json(.object([("error", .string(message))]), status: status)
        }
    }
}

/// Writes the head of a response.
enum ResponseHead {
    static func bytes(status: Int, fields: [LoopbackServer.Field]) -> [UInt8] {
        var head = Array("HTTP/1.1 ".utf8)
        head.reserveCapacity(256)
        head += String(status).utf8
        head.append(UInt8(ascii: " "))
        head += (reasons[status] ?? "").utf8
        head += "\r\n".utf8
        for field in fields {
            head += field.name.utf8
            head += ": ".utf8
            head += field.value.utf8
            head += "\r\n".utf8
        }
        head += "\r\n".utf8
        return head
    }

    private static let reasons: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed",
        409: "Conflict", 410: "Gone", 413: "Content Too Large", 416: "Range Not Satisfiable",
        417: "Expectation Failed",
        418: "I'm a Teapot", 422: "Unprocessable Content", 429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
