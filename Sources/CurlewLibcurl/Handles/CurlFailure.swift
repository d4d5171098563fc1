import CCurl
import CurlewTransport

/// What curl reports when a transfer fails, and what that means here, as one table.
struct CurlFailure: Error {
    let result: CURLcode
    /// curl's text for this failure; may be empty.
    let text: String
    /// Whether the final head had arrived: then a broken connection is an incomplete body.
    let hasHead: Bool
    /// Whether any byte of the request was written.
    let hasSentBytes: Bool
    /// OpenSSL's `X509_V_ERR_…` number, 0 if the certificate was not at fault.
    var verifyResult = 0
    /// Why the server has refused the client by a TLS alert.
    var refusal: TLSProblem?
    /// The library whose text it is.
    var version = CurlVersion.current.number
    /// The hash of the server's public key, if it was compared with pins.
    var seenPin: String?

    var networkError: NetworkError {
        let code = self.code
        let error = NetworkError(code, message, underlying: CurlError(code: Int(result.rawValue), text: text))
        guard code == .connectionLost || code == .incompleteBody else { return error }
        return error.updating { $0.mayHaveBeenProcessed = hasHead || hasSentBytes }
    }

    private var code: NetworkError.Code {
        if refusal != nil, !hasHead { return .tlsFailed }
        // No byte of the request was sent, and the next connection may succeed.
        if result == CURLE_SSL_CONNECT_ERROR, problem == .brokenOff { return .cannotConnect }
        if let code = LibcurlText.code(for: text, of: version) { return code }
        if let fixed = Self.fixedCodes[result.rawValue] { return fixed }
        switch result {
        case CURLE_OK, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_PARTIAL_FILE:
            return hasHead ? .incompleteBody : .connectionLost
        // curl's codes for a head beyond its own limits; a real lack of memory would not get here.
        case CURLE_OUT_OF_MEMORY, Self.tooLarge: return hasHead ? .other : .headersTooLarge
        // Every option was accepted before the start, so the bad argument is a line of the head or a trailer.
        case CURLE_BAD_FUNCTION_ARGUMENT: return .protocolViolation
        // The write callback accepts everything, so only the decoder's output can fail to be written.
        case CURLE_WRITE_ERROR: return .contentDecodingFailed
        default: return .other
        }
    }

    /// `CURLE_TOO_LARGE`, new in 8.6.0.
    private static let tooLarge = CURLcode(rawValue: 100)

    private static let fixedCodes: [UInt32: NetworkError.Code] = Dictionary(
        uniqueKeysWithValues: [
            (CURLE_UNSUPPORTED_PROTOCOL, .protocolViolation), (CURLE_URL_MALFORMAT, .invalidURL),
            (CURLE_COULDNT_RESOLVE_PROXY, .proxyFailed), (CURLE_PROXY, .proxyFailed),
            (CURLE_COULDNT_RESOLVE_HOST, .cannotResolve), (CURLE_COULDNT_CONNECT, .cannotConnect),
            (CURLE_INTERFACE_FAILED, .cannotConnect), (CURLE_WEIRD_SERVER_REPLY, .protocolViolation),
            (CURLE_OPERATION_TIMEDOUT, .timedOut),
            (CURLE_SSL_CONNECT_ERROR, .tlsFailed), (CURLE_SSL_ENGINE_NOTFOUND, .tlsFailed),
            (CURLE_SSL_ENGINE_SETFAILED, .tlsFailed), (CURLE_SSL_CERTPROBLEM, .tlsFailed),
            (CURLE_SSL_CIPHER, .tlsFailed), (CURLE_PEER_FAILED_VERIFICATION, .tlsFailed),
            (CURLE_USE_SSL_FAILED, .tlsFailed), (CURLE_SSL_CACERT_BADFILE, .tlsFailed),
            (CURLE_SSL_CRL_BADFILE, .tlsFailed), (CURLE_SSL_ISSUER_ERROR, .tlsFailed),
            (CURLE_SSL_PINNEDPUBKEYNOTMATCH, .tlsFailed), (CURLE_SSL_INVALIDCERTSTATUS, .tlsFailed),
            (CURLE_SSL_CLIENTCERT, .tlsFailed),
            // curl does not decode content here, so the coding that it cannot read is a transfer coding.
            (CURLE_BAD_CONTENT_ENCODING, .protocolViolation),
            (CURLE_SEND_FAIL_REWIND, .bodyNotReplayable),
            (CURLE_FILESIZE_EXCEEDED, .protocolViolation), (CURLE_CHUNK_FAILED, .protocolViolation),
        ].map { (code: CURLcode, meaning: NetworkError.Code) in (code.rawValue, meaning) })

    private var message: String {
        switch code {
        case .headersTooLarge: "the response's head has a line or a size beyond libcurl's limits"
        case .tlsFailed, .cannotConnect:
            problem.map { "\($0.rawValue) (\(seenPin.map { "it has \($0)" } ?? said))" } ?? said
        case .protocolViolation where result == CURLE_BAD_CONTENT_ENCODING:
            "the response's Transfer-Encoding cannot be read (\(said))"
        default: said
        }
    }

    private var problem: TLSProblem? {
        if let refusal { return refusal }
        if let fault = Self.ownFaults[result.rawValue] { return fault }
        guard Self.isOfTLS(result) else { return nil }
        return TLSProblem(verifyResult: verifyResult, text: said)
    }

    /// What curl reports about this client's own settings of TLS.
    private static let ownFaults: [UInt32: TLSProblem] = [
        CURLE_SSL_PINNEDPUBKEYNOTMATCH.rawValue: .pinMismatch,
        CURLE_SSL_CERTPROBLEM.rawValue: .unusableIdentity,
        CURLE_SSL_CIPHER.rawValue: .unusableCiphers,
        CURLE_SSL_CRL_BADFILE.rawValue: .unusableRevocationList,
    ]

    private static func isOfTLS(_ result: CURLcode) -> Bool { fixedCodes[result.rawValue] == .tlsFailed }

    /// curl's text, unless it only reports that it could not get a lost connection's address.
    private var said: String {
        let isOfAddress = text.hasPrefix("getpeername()") || text.hasPrefix("getsockname()")
        return text.isEmpty || isOfAddress ? unsafe String(cString: curl_easy_strerror(result)) : text
    }
}

/// curl's own report of a failure, as the underlying error.
struct CurlError: Error, CustomStringConvertible {
    let code: Int
    let text: String

    var description: String { "curl \(code): \(text)" }
}
