/// What is wrong with a server's certificate or handshake, in plain words.
package enum TLSProblem: String, Sendable {
    case expired = "the server's certificate has expired"
    case notYetValid = "the server's certificate is not valid yet"
    case wrongHost = "the server's certificate is for another host"
    case selfSigned = "the server's certificate is self-signed"
    case unknownAuthority = "the server's certificate is from an unknown authority"
    case revoked = "the server's certificate was revoked"
    case noCommonProtocol = "the server and the client have no TLS version in common"
    case notTLS = "the server does not speak TLS"
    case brokenOff = "the connection ended during the TLS handshake"
    case needsClientCertificate = "the server requires a client certificate"
    case accessDenied = "the server denies access"
    case unknownName = "the server does not know the host's name"
    case refused = "the server refuses the handshake"
    case refusedCertificate = "the server refuses the client certificate"
    case pinMismatch = "the server's public key has none of the pinned hashes"
    case noRevocationList = "the revocation list has nothing from the authority of the certificate"
    case outdatedRevocationList = "the revocation list has expired, or is not valid yet"
    case unusableIdentity = "the client certificate or its key cannot be used"
    case unusableCiphers = "the ciphers cannot be used"
    case unusableRevocationList = "the revocation list cannot be used"

    /// Maps the number of the fatal alert with which a server refuses a client (RFC 8446 §6.2); nil for other alerts.
    ///
    /// With TLS 1.3 it arrives after the handshake and before a response. Older versions have no specific alert for a
    /// missing client certificate.
    package init?(alert: Int, isCertificateRequested: Bool, hasIdentity: Bool = false) {
        switch alert {
        case 41...46 where hasIdentity, 48 where hasIdentity: self = .refusedCertificate
        case 40 where isCertificateRequested && hasIdentity: self = .refusedCertificate
        case 41...46, 48, 116: self = .needsClientCertificate
        case 40 where isCertificateRequested: self = .needsClientCertificate
        case 40, 71, 115, 120: self = .refused
        case 49: self = .accessDenied
        case 70: self = .noCommonProtocol
        case 112: self = .unknownName
        default: return nil
        }
    }

    /// Maps OpenSSL's verify result (see its x509_vfy.h), or curl's text for what curl checks itself.
    package init?(verifyResult: Int, text: String) {
        switch verifyResult {
        case 10: self = .expired
        case 9: self = .notYetValid
        case 3: self = .noRevocationList
        case 11, 12: self = .outdatedRevocationList
        case 18: self = .selfSigned
        case 2, 19, 20, 21, 27: self = .unknownAuthority
        case 23: self = .revoked
        case 62, 64: self = .wrongHost
        default: self.init(text: text)
        }
    }

    /// Maps curl's text, which ends with OpenSSL's if the certificate is at fault.
    package init?(text: String) {
        let lowercased = text.lowercased()
        guard let problem = Self.words.first(where: { lowercased.contains($0.text) })?.problem else {
            return nil
        }
        self = problem
    }

    /// The first text that occurs wins; OpenSSL 1 and 3 spell `self-signed` differently.
    private static let words: [(text: String, problem: Self)] = [
        // What a server says about a missing client certificate.
        ("certificate required", .needsClientCertificate),
        ("alert certificate", .needsClientCertificate),
        ("alert no certificate", .needsClientCertificate),
        ("alert bad certificate", .needsClientCertificate),
        ("alert unsupported certificate", .needsClientCertificate),
        ("alert unknown ca", .needsClientCertificate),
        ("alert access denied", .accessDenied),
        ("alert handshake failure", .refused),
        ("alert insufficient security", .refused),
        ("alert no application protocol", .refused),
        ("unrecognized name", .unknownName),
        ("certificate has expired", .expired),
        ("certificate is not yet valid", .notYetValid),
        ("signed certificate in certificate chain", .unknownAuthority),
        ("self-signed certificate", .selfSigned),
        ("self signed certificate", .selfSigned),
        ("issuer certificate", .unknownAuthority),
        ("unable to verify the first certificate", .unknownAuthority),
        ("certificate revoked", .revoked),
        ("match", .wrongHost),
        ("protocol version", .noCommonProtocol),
        ("unsupported protocol", .noCommonProtocol),
        // What OpenSSL says about a handshake older than TLS 1.2.
        ("legacy sigalg", .noCommonProtocol),
        ("wrong version number", .notTLS),
        // OpenSSL's texts as curl reports them, and those of errno.
        ("syscall", .brokenOff),
        ("zero_return", .brokenOff),
        ("unexpected eof", .brokenOff),
        ("connection reset", .brokenOff),
        ("connection aborted", .brokenOff),
        ("connection timed out", .brokenOff),
        ("broken pipe", .brokenOff),
        ("no route to host", .brokenOff),
        ("unreachable", .brokenOff),
        ("recv failure", .brokenOff),
        ("send failure", .brokenOff),
        // GnuTLS's.
        ("non-properly terminated", .brokenOff),
        ("in the pull function", .brokenOff),
        ("in the push function", .brokenOff),
    ]
}
