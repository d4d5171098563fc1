extension HTTPRequest {
    /// A request method (RFC 9110 §9), case-sensitive.
    ///
    /// A name that is not a token is refused with `.invalidRequest` when the request is sent.
    public struct Method: Sendable, Hashable, RawRepresentable {
        /// The name as it is sent.
        public let rawValue: String

        /// Makes a method of any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// `GET`.
        public static let get: Self = "GET"
        /// `HEAD`.
        public static let head: Self = "HEAD"
        /// `POST`.
        public static let post: Self = "POST"
        /// `PUT`.
        public static let put: Self = "PUT"
        /// `PATCH`.
        public static let patch: Self = "PATCH"
        /// `DELETE`.
        public static let delete: Self = "DELETE"
        /// `OPTIONS`.
        public static let options: Self = "OPTIONS"
        /// `TRACE`.
        public static let trace: Self = "TRACE"
        /// `CONNECT`, which no transport sends: it opens a tunnel.
        public static let connect: Self = "CONNECT"

        /// Whether sending it twice has the same effect as sending it once (RFC 9110 §9.2.2); false for unknown
        /// methods.
        public var isIdempotent: Bool {
            switch rawValue {
            case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE": true
            default: false
            }
        }

        /// Whether a client may add credentials and cookies: the response to TRACE shows them (RFC 9110 §9.3.8).
        package var mayCarryCredentials: Bool { self != .trace }

        /// Whether it can be sent (RFC 9110 §9.1).
        package var isToken: Bool { !rawValue.isEmpty && rawValue.utf8.allSatisfy(\.isTokenCharacter) }

        /// Whether a request without a body still sends `Content-Length: 0` (RFC 9110 §8.6).
        package var anticipatesBody: Bool { self == .post || self == .put || self == .patch }
    }
}

extension HTTPRequest.Method: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Makes a method from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The name as it is sent.
    public var description: String { rawValue }
}
