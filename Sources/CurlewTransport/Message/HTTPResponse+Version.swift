extension HTTPResponse {
    /// A version of HTTP; more can be added without breaking a caller.
    public struct Version: Sendable, Hashable, RawRepresentable {
        private enum Kind: String {
            case http1_0 = "HTTP/1.0"
            case http1_1 = "HTTP/1.1"
            case http2 = "HTTP/2"
            case http3 = "HTTP/3"
        }

        private let kind: Kind

        /// HTTP/1.0.
        public static let http1_0 = Version(kind: .http1_0)
        /// HTTP/1.1.
        public static let http1_1 = Version(kind: .http1_1)
        /// HTTP/2.
        public static let http2 = Version(kind: .http2)
        /// HTTP/3.
        public static let http3 = Version(kind: .http3)

        private init(kind: Kind) {
            self.kind = kind
        }

        /// Makes a version; nil for a name that this version of Curlew does not know.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind: kind)
        }

        /// The name as RFC 9110 writes it, such as `HTTP/1.1`.
        public var rawValue: String { kind.rawValue }
    }
}

extension HTTPResponse.Version: CustomStringConvertible {
    /// The name as RFC 9110 writes it.
    public var description: String { rawValue }
}
