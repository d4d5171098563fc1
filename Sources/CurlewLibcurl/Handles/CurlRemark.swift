/// What libcurl tells in its log alone.
///
/// A libcurl that words it differently tells nothing: then a refused POST is not sent again, and the end of a TLS
/// connection counts as the end of the body.
enum CurlRemark: Equatable {
    /// The server has not begun with the request and will not (RFC 9113 §8.7).
    case refused
    /// The first message of a TLS handshake was sent.
    case handshakeBegan
    /// The server has ended the TLS connection as one does (RFC 8446 §6.1).
    case closeNotified
    /// The server asks for a client certificate, required or not.
    case certificateRequested
    /// The server has ended the TLS connection by a fatal alert of this number (RFC 8446 §6.2).
    case alerted(Int)
    /// Nothing more can be sent on the TLS connection.
    case writeFailed

    /// Reads a line of the log; nil for the many that say nothing here.
    init?(_ line: UnsafeRawBufferPointer) {
        switch unsafe line.first {
        case UInt8(ascii: "R") where unsafe line.starts(with: "REFUSED_STREAM".utf8): self = .refused
        case UInt8(ascii: "T") where unsafe line.starts(with: "TLSv".utf8):
            self.init(ofTLS: unsafe String(decoding: line, as: UTF8.self))
        case UInt8(ascii: "O") where unsafe line.starts(with: "OpenSSL SSL_write: ".utf8): self = .writeFailed
        default: return nil
        }
    }

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
