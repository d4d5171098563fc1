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
    private static let secretNames: Set<Self> = [
        .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "Api-Key", "X-Auth-Token",
        "PRIVATE-TOKEN", "X-Amz-Security-Token",
    ]

    /// Whether a field of this name always carries a secret.
    public var carriesSecret: Bool { Self.secretNames.contains(self) }
}
