/// One request and its response: the framing of the body, HEAD, and whether the connection stays open.
final class ServedExchange {
    /// How the end of a response body is found.
    enum Framing: Equatable {
        case length(Int)
        case chunked
        case none
    }

    private(set) var request: LoopbackServer.ReceivedRequest
    /// The segments of the path that the stars of the route's pattern match, still percent-encoded.
    let captures: [Substring]
    let connection: LoopbackServer.Connection
    private var keepsAlive: Bool
    private(set) var sendsBody: Bool
    private var framing = Framing.none

    /// The most bytes of a request body that a handler gets.
    private static let bodyLimit = 64 << 20

    init(
        _ request: LoopbackServer.ReceivedRequest, captures: [Substring],
        on connection: LoopbackServer.Connection
    ) {
        self.request = request
        self.captures = captures
        self.connection = connection
        keepsAlive = request.keepsAlive
        sendsBody = request.method != "HEAD"
    }

    /// The number that the first star matches.
    var number: Int? { captures.first.flatMap { Int($0) } }

    /// Reads the body into `request`.
    func collectBody() throws(LoopbackServer.ConnectionError) {
        var body: [UInt8] = []
        let length = try readBody { body += $0.prefix(max(0, Self.bodyLimit - body.count)) }
        if length > Self.bodyLimit { throw .malformed("the body is too large", status: 413) }
        request.body = body
        request.bodyLength = length
        request.isComplete = true
    }

    /// Reads the body in chunks and keeps none of it.
    ///
    /// - Returns: its length.
    @discardableResult
    func readBody(_ chunk: (ArraySlice<UInt8>) -> Void = { _ in }) throws(LoopbackServer.ConnectionError)
        -> Int
    {
        var length = 0
        try connection.readBody { bytes in
            length += bytes.count
            chunk(bytes)
        }
        return length
    }

    /// Sends a whole response.
    func respond(_ response: LoopbackServer.Response) throws(LoopbackServer.ConnectionError) {
        let head = try begin(response.status, response.fields, .length(response.body.count))
        try connection.send(sendsBody ? head + response.body : head)
    }

    /// Sends a 200 whose body `sendBody` sends in chunks; `sendBody` is not called if no body is allowed.
    func stream(_ type: LoopbackServer.Field, _ framing: Framing, _ sendBody: () throws -> Void) throws {
        try stream(200, [type], framing, sendBody)
    }

    /// The same with another status and more fields.
    func stream(
        _ status: Int, _ fields: [LoopbackServer.Field], _ framing: Framing, _ sendBody: () throws -> Void
    ) throws {
        try connection.send(try begin(status, fields, framing))
        guard sendsBody else { return }
        try sendBody()
        if self.framing == .chunked { try connection.send("0\r\n\r\n") }
    }

    /// Sends a chunk of the body.
    func send(_ bytes: ArraySlice<UInt8>) throws(LoopbackServer.ConnectionError) {
        guard sendsBody, !bytes.isEmpty else { return }
        if framing == .chunked {
            try connection.send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
        } else {
            try connection.send(bytes)
        }
    }

    /// Waits; the peer's close ends the exchange.
    func pause(_ duration: Duration) throws(LoopbackServer.ConnectionError) {
        try connection.pause(duration)
    }

    /// Sends the bytes of a handwritten response as they are.
    func sendRaw(_ bytes: ArraySlice<UInt8>) throws(LoopbackServer.ConnectionError) {
        try connection.send(bytes)
    }

    /// The head of the response, with the fields that frame the body.
    func begin(
        _ status: Int, _ fields: [LoopbackServer.Field], _ wanted: Framing
    ) throws(LoopbackServer.ConnectionError) -> [UInt8] {
        try dropRequestBody()
        framing = wanted
        var fields = fields
        // No body, and no field that frames one (RFC 9110 §8.6, RFC 9112 §6.1).
        if status == 204 || status == 304 { (framing, sendsBody) = (.none, false) }
        // HTTP/1.0 has no chunks: the close ends the body.
        if request.minorVersion == 0 && framing == .chunked { (framing, keepsAlive) = (.none, false) }
        switch framing {
        case .length(let length): fields.append(.init("Content-Length", String(length)))
        case .chunked: fields.append(.init("Transfer-Encoding", "chunked"))
        case .none: break
        }
        if !keepsAlive { fields.append(.init("Connection", "close")) }
        if keepsAlive && request.minorVersion == 0 { fields.append(.init("Connection", "keep-alive")) }
        return ResponseHead.bytes(status: status, fields: fields)
    }

    /// Ends the connection in a way of the caller's.
    func end(_ end: (LoopbackServer.Connection) -> Void) {
        keepsAlive = false
        end(connection)
    }

    /// Whether another request may follow on the connection.
    var isConnectionReusable: Bool { keepsAlive }

    private func dropRequestBody() throws(LoopbackServer.ConnectionError) {
        // The client decides whether it still sends the body after this response, so the connection cannot be reused.
        if connection.isPeerAwaitingContinue { keepsAlive = false } else { try connection.readBody() }
    }
}
