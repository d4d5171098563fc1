/// What is wrong with a server's certificate or handshake, for a person to read.
enum TLSProblem: String {
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
    init?(verifyResult: Int, text: String) {
        let lowercased = text.lowercased()
        switch verifyResult {
        case 10, 12: self = .expired
        case 9, 11: self = .notYetValid
        case 18: self = .selfSigned
        case 2, 19, 20, 21, 27: self = .unknownAuthority
        case 23: self = .revoked
        case 62, 64: self = .wrongHost
        default:
            guard let known = Self.words.first(where: { lowercased.contains($0.words) }) else { return nil }
            self = known.problem
        }
    }

    private static let words: [(words: String, problem: TLSProblem)] = [
        ("match", .wrongHost), ("protocol version", .noCommonProtocol),
        ("unsupported protocol", .noCommonProtocol), ("wrong version number", .notTLS),
        ("connection reset", .brokenOff), ("syscall", .brokenOff), ("unexpected eof", .brokenOff),
    ]
}
