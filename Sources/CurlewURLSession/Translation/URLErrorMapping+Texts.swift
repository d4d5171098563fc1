import CurlewTransport

/// The meanings of libcurl's texts, one table for each range of versions.
extension URLErrorMapping {
    /// The texts of some versions.
    struct Table {
        let versions: LibcurlVersionRange
        /// The first text that occurs in the error's description wins.
        let meanings: [(text: String, meaning: Meaning)]

        fileprivate init(_ first: String, _ last: String?, _ meanings: [(text: String, meaning: Meaning)]) {
            versions = LibcurlVersionRange(first, last)
            self.meanings = meanings
        }
    }

    /// The meaning of a text; nil if it is unknown to this version.
    static func meaning(of text: String, _ version: LibcurlVersion?) -> Meaning? {
        guard let version else { return common.first { text.contains($0.text) }?.meaning }
        if let code = LibcurlText.code(for: text, of: version) { return .code(code) }
        return tables.lazy.filter { $0.versions.contains(version) }.flatMap(\.meanings)
            .first { text.contains($0.text) }?.meaning
    }

    static let tables = [
        Table(
            "7.80.0", "8.5.0",
            [
                // A field line of more than 100 KB.
                ("Out of memory", .code(.headersTooLarge))
            ]),
        Table(
            "7.80.0", "8.6.0",
            [
                // FoundationNetworking could not read a field line or the status line.
                ("Failed writing header", .code(.protocolViolation))
            ]),
        Table("7.80.0", "8.8.0", [("Couldn't connect to server", .code(.cannotConnect))]),
        Table(
            "7.83.0", nil,
            [
                ("Header without colon", .code(.protocolViolation)),
                ("Nul byte in header", .code(.protocolViolation)),
            ]),
        Table("8.6.0", nil, [("A value or data field grew larger", .code(.headersTooLarge))]),
        Table(
            "8.7.0", nil,
            [
                ("Invalid status line", .code(.protocolViolation)),
                // FoundationNetworking could not read a field line or the status line: it takes every body.
                ("Failure writing output to destination", .code(.protocolViolation)),
            ]),
        Table("8.8.0", nil, [("Version mismatch (from HTTP/", .code(.protocolViolation))]),
        Table("8.9.0", nil, [("Could not connect to server", .code(.cannotConnect))]),
        Table(
            "8.14.0", nil,
            [
                ("Too many response headers", .code(.headersTooLarge)),
                ("Invalid response header", .code(.protocolViolation)),
                ("Unsolicited Transfer-Encoding", .code(.protocolViolation)),
                ("was listed after chunked", .code(.protocolViolation)),
            ]),
        // The request had to be resent, and FoundationNetworking does not read its body again.
        Table("8.7.0", nil, [("client read function EOF fail", .broken)]),
        Table("8.19.0", nil, [("reset by server (error", .broken)]),
        Table("8.17.0", nil, [("Multiple Location headers", .code(.protocolViolation))]),
        Table("8.21.0", nil, [("Carriage return found in header", .code(.protocolViolation))]),
        Table("7.80.0", nil, common),
    ]

    private static let common: [(text: String, meaning: Meaning)] = [
        // With TLS 1.3 a server refuses the client after the handshake, so libcurl gets these from SSL_read.
        ("certificate required", .code(.tlsFailed)),
        ("alert bad certificate", .code(.tlsFailed)),
        ("alert certificate", .code(.tlsFailed)),
        ("alert unknown ca", .code(.tlsFailed)),
        ("alert access denied", .code(.tlsFailed)),
        ("alert handshake failure", .code(.tlsFailed)),
        // libcurl reports the missing bytes once it has the whole head.
        ("transfer closed with", .code(.incompleteBody)),
        ("end of response with", .code(.incompleteBody)),
        ("Transferred a partial file", .code(.incompleteBody)),
        ("Empty reply from server", .broken),
        ("Server returned nothing", .broken),
        // One idle connection after the other.
        ("Connection died", .broken),
        ("Failed sending data to the peer", .broken),
        ("Failure when receiving data from the peer", .broken),
        ("Recv failure", .broken),
        ("Send failure", .broken),
        ("was not closed cleanly", .broken),
        ("HTTP2 framing layer", .broken),
        // After the handshake; during it libcurl says SSL_connect.
        ("SSL_read", .broken),
        ("SSL_write", .broken),
        // libcurl could not get the address of a connection that was lost meanwhile.
        ("getpeername() failed", .broken),
        // The connection broke during the handshake: no byte of the request was sent, and the next one may succeed.
        ("SSL_connect", .code(.cannotConnect)),
        ("unexpected eof while reading", .code(.cannotConnect)),
        ("content unencoding", .code(.contentDecodingFailed)),
        ("content encoding", .code(.contentDecodingFailed)),
        ("bad HTTP Content or Transfer-Encoding", .code(.contentDecodingFailed)),
        ("Failed writing received data", .code(.contentDecodingFailed)),
        ("HTTP/0.9", .code(.protocolViolation)),
        ("Unsupported HTTP", .code(.protocolViolation)),
        ("Unsupported response code", .code(.protocolViolation)),
        ("Weird server reply", .code(.protocolViolation)),
        ("Invalid Content-Length", .code(.protocolViolation)),
        ("Could not resolve host", .code(.cannotResolve)),
        ("SSL", .code(.tlsFailed)),
        ("TLS", .code(.tlsFailed)),
        ("certificate", .code(.tlsFailed)),
    ]
}
