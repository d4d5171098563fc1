import Curlew
import Testing

/// A server of `tls.py` with which no TLS connection can be established, and what the error must say.
struct TLSFault: Sendable, CustomTestStringConvertible {
    let server: TLSPeer.Server
    let words: String
    var code = NetworkError.Code.tlsFailed

    var testDescription: String { "\(server)" }

    static let all = [
        TLSFault(server: .expired, words: "has expired"),
        TLSFault(server: .early, words: "is not valid yet"),
        TLSFault(server: .otherHost, words: "is for another host"),
        TLSFault(server: .selfSigned, words: "is self-signed"),
        TLSFault(server: .unknownAuthority, words: "is from an unknown authority"),
        TLSFault(server: .onlyOldVersions, words: "have no TLS version in common"),
        TLSFault(server: .plain, words: "does not speak TLS"),
        TLSFault(server: .alert, words: "refuses the handshake"),
        TLSFault(
            server: .closesInHandshake, words: "the connection ended during the TLS handshake", code: .cannotConnect),
        TLSFault(
            server: .resetsInHandshake, words: "the connection ended during the TLS handshake", code: .cannotConnect),
    ]
}
