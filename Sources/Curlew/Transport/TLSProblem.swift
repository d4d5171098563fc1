/// What is wrong with a server's certificate or handshake, for a person to read.
package enum TLSProblem: String, Sendable {
    case expired = "the server's certificate has expired"
    case notYetValid = "the server's certificate is not valid yet"
    case wrongHost = "the server's certificate is for another host"
    case selfSigned = "the server's certificate is self-signed"
    case unknownAuthority = "the server's certificate is from an unknown authority"
    case revoked = "the server's certificate was revoked"
    case noCommonProtocol = "the server speaks no version of TLS that is spoken here"
    case notTLS = "the server does not speak TLS"
    case brokenOff = "the server ended the connection in the handshake"

    /// Takes OpenSSL's verify result (its x509_vfy.h), and curl's text for what curl finds out by itself.
    package init?(verifyResult: Int, text: String) {
        switch verifyResult {
        case 10, 12: self = .expired
        case 9, 11: self = .notYetValid
        case 18: self = .selfSigned
        case 2, 19, 20, 21, 27: self = .unknownAuthority
        case 23: self = .revoked
        case 62, 64: self = .wrongHost
        default: self.init(text: text)
        }
    }

    /// Takes curl's text, which ends with OpenSSL's for a certificate's fault.
    package init?(text: String) {
        let lowercased = text.lowercased()
        guard let problem = Self.words.first(where: { lowercased.contains($0.text) })?.problem else {
            return nil
        }
        self = problem
    }

    /// The first text that occurs decides; OpenSSL 1 and 3 spell `self-signed` differently.
    private static let words: [(text: String, problem: Self)] = [
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
        // What OpenSSL says of a handshake before TLS 1.2.
        ("legacy sigalg", .noCommonProtocol),
        ("wrong version number", .notTLS),
        ("connection reset", .brokenOff),
        ("syscall", .brokenOff),
        ("unexpected eof", .brokenOff),
    ]
}
