import CurlewTransport

extension LoopbackServer {
    /// One field of a message, as it was on the wire.
    public struct Field: Sendable, Hashable, CustomStringConvertible {
        /// The name as the sender spelled it.
        public var name: String
        /// The value without the white space around it.
        public var value: String

        /// A field of that name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// `name: value`.
        public var description: String { "\(name): \(value)" }
    }

    /// A request as the server received it.
    public struct ReceivedRequest: Sendable, Hashable {
        /// The connection it came on, in accept order from 0.
        public internal(set) var connectionIndex = 0
        /// The method, such as `GET`.
        public let method: String
        /// The request target exactly as sent, such as `/path?query`.
        public let target: String
        /// The minor version of HTTP/1: 0 or 1.
        public let minorVersion: Int
        /// The fields in order, with repeated ones.
        public let fields: [Field]
        /// The bytes of the head, from the request line to the empty line that ends it.
        public let head: [UInt8]
        /// The body without its chunked framing: its first bytes, up to the limit of the recording.
        public internal(set) var body: [UInt8] = []
        /// The length of the whole body in bytes, so far.
        public internal(set) var bodyLength = 0
        /// Whether the whole body has been read.
        public internal(set) var isComplete = false
    }
}

extension LoopbackServer.ReceivedRequest {
    /// The value of the first field of that name, compared without case.
    public subscript(name: String) -> String? {
        values(of: name).first
    }

    /// The values of all fields of that name, compared without case, in order.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    /// The head as text.
    public var headText: String { String(decoding: head, as: UTF8.self) }

    /// The kept part of the body as text.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The path of the target, percent-encoded; also for a target in absolute form (RFC 9112 §3.2.2).
    public var path: String {
        let path = target.prefix { $0 != "?" }
        guard path.hasPrefix("http://") else { return String(path) }
        return String(path.dropFirst(7).drop { $0 != "/" })
    }

    /// The names and values of the query, read as a form: percent-decoded, `+` as a space.
    ///
    /// A bare name has the value "".
    public var query: [LoopbackServer.Field] {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return FormText.fields(in: target.utf8[target.utf8.index(after: mark)...])
    }

    /// Whether the sender keeps the connection open after the response (RFC 9112 §9.3).
    var keepsAlive: Bool {
        if hasToken("close", in: "Connection") { return false }
        return minorVersion > 0 || hasToken("keep-alive", in: "Connection")
    }

    /// Whether the sender waits for a 100 before it sends the body (RFC 9110 §10.1.1).
    var expectsContinue: Bool {
        minorVersion > 0 && hasToken("100-continue", in: "Expect")
    }

    private func hasToken(_ token: String, in name: String) -> Bool {
        values(of: name).contains { value in
            value.split(separator: ",").contains { $0.trimmingBlanks.equalsIgnoringCase(token) }
        }
    }
}

extension StringProtocol {
    /// Whether the texts are equal, ignoring the case of ASCII letters.
    func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.equalsIgnoringCase(other.utf8)
    }

    /// The text without spaces and tabs at its ends.
    var trimmingBlanks: Substring { Substring(Substring(self).utf8.trimmingOptionalWhitespace()) }
}
