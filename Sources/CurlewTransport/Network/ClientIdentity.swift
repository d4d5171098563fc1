#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TransportConfiguration {
    /// A certificate with its private key, by which this client authenticates itself to servers that ask for one.
    ///
    /// It is not shown to a proxy. Before anything is sent, https requests fail with `.fileFailed` if a file cannot be
    /// read; a key that cannot be used, for example because its password is wrong, is `.tlsFailed`.
    public struct ClientIdentity: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case files(certificate: String, key: String)
            case pem(certificate: Data, key: Data)
            case pkcs12File(String)
            case pkcs12(Data)
        }

        package let kind: Kind
        package let password: Secret?

        /// A PEM file with the certificate, followed by those of intermediate authorities if there are any, and one with
        /// its key, which may be the same file; both are read for each new connection.
        public static func files(certificate: String, key: String, password: String? = nil) -> Self {
            Self(.files(certificate: certificate, key: key), password)
        }

        /// PEM text with the certificate and with its key.
        public static func pem(certificate: Data, key: Data, password: String? = nil) -> Self {
            Self(.pem(certificate: certificate, key: key), password)
        }

        /// A PKCS#12 file with both (RFC 7292), read for each new connection.
        public static func pkcs12(file: String, password: String) -> Self {
            Self(.pkcs12File(file), password)
        }

        /// The bytes of a PKCS#12 file (RFC 7292).
        public static func pkcs12(_ data: Data, password: String) -> Self { Self(.pkcs12(data), password) }

        private init(_ kind: Kind, _ password: String?) {
            self.kind = kind
            self.password = password.map { Secret($0) }
        }
    }
}

extension TransportConfiguration.ClientIdentity: CustomStringConvertible, CustomReflectable {
    /// The name of a file; nothing of a key.
    public var description: String {
        switch kind {
        case .files(let path, _), .pkcs12File(let path): "the client certificate in \(path)"
        case .pem, .pkcs12: "the client certificate"
        }
    }

    /// Shows nothing of a key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
