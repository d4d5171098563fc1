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

    /// Reads a line of the log; nil for the many that say nothing here.
    init?(_ line: UnsafeRawBufferPointer) {
        switch unsafe line.first {
        case UInt8(ascii: "R") where unsafe line.starts(with: "REFUSED_STREAM".utf8): self = .refused
        case UInt8(ascii: "T") where unsafe line.starts(with: "TLSv".utf8):
            let text = unsafe String(decoding: line, as: UTF8.self)
            if text.contains("(IN), TLS alert, close notify") {
                self = .closeNotified
            } else if text.contains("(OUT), TLS handshake, Client hello") {
                self = .handshakeBegan
            } else {
                return nil
            }
        default: return nil
        }
    }
}
