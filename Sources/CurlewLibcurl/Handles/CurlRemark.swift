/// What libcurl reports only in its log.
///
/// If a libcurl words it differently, nothing is recognised: then errors say less about a refused handshake. No
/// promise depends on it: `closeNotified` is also asked of OpenSSL.
enum CurlRemark: Equatable {
    /// The first message of a TLS handshake was sent.
    case handshakeBegan
    /// The server has closed the TLS connection properly (RFC 8446 §6.1).
    case closeNotified
    /// The server requests a client certificate, required or not.
    case certificateRequested
    /// The server has ended the TLS connection with a fatal alert of this number (RFC 8446 §6.2).
    case alerted(Int)
    /// The TLS connection can send nothing more.
    case writeFailed
    /// The hash of the server's public key, which is compared with pins.
    case publicKey(String)

    /// Parses a line of the log; nil for the many other lines.
    init?(_ line: UnsafeRawBufferPointer) {
        switch unsafe line.first {
        case UInt8(ascii: "T") where unsafe line.starts(with: "TLSv".utf8):
            self.init(ofTLS: unsafe String(decoding: line, as: UTF8.self))
        case UInt8(ascii: "O") where unsafe line.starts(with: "OpenSSL SSL_write: ".utf8): self = .writeFailed
        case UInt8(ascii: " ") where unsafe line.starts(with: Self.publicKeyStart.utf8):
            let hash = unsafe line.dropFirst(Self.publicKeyStart.utf8.count).prefix { $0 > 0x20 }
            self = unsafe .publicKey(String(decoding: hash, as: UTF8.self))
        default: return nil
        }
    }

    private static let publicKeyStart = " public key hash: "

    private init?(ofTLS text: String) {
        if text.contains("(OUT), TLS handshake, Client hello") {
            self = .handshakeBegan
        } else if text.contains("(IN), TLS handshake, Request CERT") {
            self = .certificateRequested
        } else if text.contains("(IN), TLS alert, close notify") {
            self = .closeNotified
        } else if text.contains("(IN), TLS alert, "), let alert = Self.fatalAlert(text) {
            self = .alerted(alert)
        } else {
            return nil
        }
    }

    /// The line ends with the alert's level and number as one number in parentheses; only a level of 2 is fatal.
    private static func fatalAlert(_ text: String) -> Int? {
        guard let start = text.lastIndex(of: "(") else { return nil }
        let digits = text[text.index(after: start)...].prefix { $0.isNumber }
        guard let number = Int(digits), number >> 8 == 2 else { return nil }
        return number & 0xFF
    }
}
