extension HTTPField {
    /// A field's name, compared ignoring case (RFC 9110 §5.1).
    public struct Name: Sendable {
        /// The name as it was written, and as HTTP/1.1 sends it.
        public let rawName: String

        /// Makes a name; one that is not a token is refused with `.invalidRequest` when the request is sent.
        public init(_ rawName: String) {
            self.rawName = rawName
        }

        /// The name in lower case.
        public var canonicalName: String { rawName.lowercased() }

        /// Whether the name can be sent (RFC 9110 §5.1).
        package var isToken: Bool { !rawName.isEmpty && rawName.utf8.allSatisfy(\.isTokenCharacter) }
    }
}

extension HTTPField.Name: Hashable {
    /// Whether both are the same name, ignoring case.
    public static func == (left: Self, right: Self) -> Bool {
        left.rawName == right.rawName || left.rawName.utf8.equalsIgnoringCase(right.rawName.utf8)
    }

    /// Hashes the lower-case bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawName.utf8 { hasher.combine(byte.asciiLowercased) }
    }
}

extension HTTPField.Name: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Makes a name from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The name as it was written.
    public var description: String { rawName }
}

extension HTTPField.Name {
    /// `Accept`.
    public static let accept: Self = "Accept"
    /// `Accept-Encoding`.
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Authorization`.
    public static let authorization: Self = "Authorization"
    /// `Connection`.
    public static let connection: Self = "Connection"
    /// `Content-Encoding`.
    public static let contentEncoding: Self = "Content-Encoding"
    /// `Content-Length`.
    public static let contentLength: Self = "Content-Length"
    /// `Content-Range`.
    public static let contentRange: Self = "Content-Range"
    /// `Content-Type`.
    public static let contentType: Self = "Content-Type"
    /// `Cookie`.
    public static let cookie: Self = "Cookie"
    /// `Date`.
    public static let date: Self = "Date"
    /// `ETag`.
    public static let eTag: Self = "ETag"
    /// `Expect`.
    public static let expect: Self = "Expect"
    /// `Host`.
    public static let host: Self = "Host"
    /// `Idempotency-Key`, by which a server recognises a repeated request.
    public static let idempotencyKey: Self = "Idempotency-Key"
    /// `If-Range`.
    public static let ifRange: Self = "If-Range"
    /// `Last-Modified`.
    public static let lastModified: Self = "Last-Modified"
    /// `Link`.
    public static let link: Self = "Link"
    /// `Location`.
    public static let location: Self = "Location"
    /// `Proxy-Authorization`.
    public static let proxyAuthorization: Self = "Proxy-Authorization"
    /// `Range`.
    public static let range: Self = "Range"
    /// `Retry-After`.
    public static let retryAfter: Self = "Retry-After"
    /// `Set-Cookie`.
    public static let setCookie: Self = "Set-Cookie"
    /// `Transfer-Encoding`.
    public static let transferEncoding: Self = "Transfer-Encoding"
    /// `User-Agent`.
    public static let userAgent: Self = "User-Agent"
    /// `WWW-Authenticate`.
    public static let wwwAuthenticate: Self = "WWW-Authenticate"

    private static let secretNames: Set<Self> = [
        .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "Api-Key", "X-Auth-Token",
        "PRIVATE-TOKEN", "X-Amz-Security-Token",
    ]

    /// Whether a field of this name always carries a secret.
    public var carriesSecret: Bool { Self.secretNames.contains(self) }
}
