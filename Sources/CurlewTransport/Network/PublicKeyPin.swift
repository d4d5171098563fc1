#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TransportConfiguration {
    /// The SHA-256 hash of the public key that a server must have (RFC 7469 §2.4).
    ///
    ///     openssl x509 -in server.pem -noout -pubkey | openssl pkey -pubin -outform der \
    ///         | openssl dgst -sha256 -binary | base64
    public struct PublicKeyPin: Sendable, Hashable {
        private let base64: String

        /// Takes the hash in base64, with or without curl's prefix `sha256//`.
        ///
        /// Throws `.invalidRequest` unless it has 32 bytes.
        public init(_ text: String) throws(NetworkError) {
            let base64 = text.hasPrefix(Self.prefix) ? String(text.dropFirst(Self.prefix.count)) : text
            guard let hash = Data(base64Encoded: base64), hash.count == 32 else {
                throw .invalidRequest("the pin \(text) is not the SHA-256 hash of a public key in base64")
            }
            self.base64 = base64
        }

        private static let prefix = "sha256//"
    }

    /// A version of TLS; more can be added without breaking a caller.
    public struct TLSVersion: Sendable, Hashable {
        private enum Kind { case tls1_2, tls1_3 }

        private let kind: Kind

        /// TLS 1.2 (RFC 5246).
        public static let tls1_2 = TLSVersion(kind: .tls1_2)
        /// TLS 1.3 (RFC 8446).
        public static let tls1_3 = TLSVersion(kind: .tls1_3)
    }
}

extension TransportConfiguration.PublicKeyPin: CustomStringConvertible {
    /// The hash as curl writes it, such as `sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=`.
    public var description: String { Self.prefix + base64 }
}
