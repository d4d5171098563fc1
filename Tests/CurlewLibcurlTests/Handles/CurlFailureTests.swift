import CCurl
import Curlew
import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct CurlFailureTests {
    private func failure(
        _ result: CURLcode, _ text: String = "", hasHead: Bool = false, hasSentBytes: Bool = true
    ) -> NetworkError {
        CurlFailure(result: result, text: text, hasHead: hasHead, hasSentBytes: hasSentBytes).networkError
    }

    @Test(
        arguments: [
            (CURLE_COULDNT_RESOLVE_HOST, .cannotResolve), (CURLE_COULDNT_RESOLVE_PROXY, .proxyFailed),
            (CURLE_PROXY, .proxyFailed), (CURLE_COULDNT_CONNECT, .cannotConnect),
            (CURLE_URL_MALFORMAT, .invalidURL), (CURLE_UNSUPPORTED_PROTOCOL, .protocolViolation),
            (CURLE_WEIRD_SERVER_REPLY, .protocolViolation), (CURLE_SSL_CONNECT_ERROR, .tlsFailed),
            (CURLE_PEER_FAILED_VERIFICATION, .tlsFailed), (CURLE_SSL_CERTPROBLEM, .tlsFailed),
            (CURLE_SSL_CACERT_BADFILE, .tlsFailed), (CURLE_SSL_PINNEDPUBKEYNOTMATCH, .tlsFailed),
            (CURLE_SSL_CIPHER, .tlsFailed), (CURLE_BAD_CONTENT_ENCODING, .protocolViolation),
            (CURLE_SSL_CLIENTCERT, .tlsFailed),
            (CURLE_WRITE_ERROR, .contentDecodingFailed), (CURLE_SEND_FAIL_REWIND, .bodyNotReplayable),
            (CURLE_OPERATION_TIMEDOUT, .timedOut),
            (CURLE_FAILED_INIT, .other),
        ] as [(CURLcode, NetworkError.Code)])
    func meansTheSameBeforeAndBehindTheHead(result: CURLcode, code: NetworkError.Code) {
        #expect(failure(result).code == code)
        #expect(failure(result, hasHead: true).code == code)
    }

    @Test(arguments: [
        CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        CURLE_PARTIAL_FILE,
    ])
    func aBrokenConnectionIsAnIncompleteBodyBehindTheHead(result: CURLcode) {
        #expect(failure(result).code == .connectionLost)
        #expect(failure(result, hasHead: true).code == .incompleteBody)
    }

    @Test func saysWhetherTheRequestMayHaveBeenProcessed() {
        #expect(failure(CURLE_RECV_ERROR).mayHaveBeenProcessed == true)
        #expect(failure(CURLE_SEND_ERROR, hasSentBytes: false).mayHaveBeenProcessed == false)
        #expect(failure(CURLE_PARTIAL_FILE, hasHead: true).mayHaveBeenProcessed == true)
        #expect(failure(CURLE_COULDNT_CONNECT).mayHaveBeenProcessed == nil)
    }

    @Test(arguments: [
        "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to localhost:1 ",
        "OpenSSL SSL_connect: Connection reset by peer in connection to localhost:1 ",
        "error:0A000126:SSL routines::unexpected eof while reading",
        "TLS connect error: error:0A000126:SSL routines::unexpected eof while reading",
        "Recv failure: Connection reset by peer",
        "GnuTLS, handshake failed: The TLS connection was non-properly terminated.",
    ])
    func aHandshakeThatBreaksIsNoConnection(text: String) {
        let error = failure(CURLE_SSL_CONNECT_ERROR, text, hasSentBytes: false)
        #expect(error.code == .cannotConnect)
        #expect(error.message == "the connection ended during the TLS handshake (\(text))")
    }

    @Test(arguments: [
        "error:0A000410:SSL routines::sslv3 alert handshake failure",
        "error:0A00010B:SSL routines::wrong version number",
        "error:0A00042E:SSL routines::tlsv1 alert protocol version",
        "",
    ])
    func aHandshakeThatIsRefusedIsFinal(text: String) {
        #expect(failure(CURLE_SSL_CONNECT_ERROR, text, hasSentBytes: false).code == .tlsFailed)
    }

    @Test(arguments: [CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_GOT_NOTHING])
    func anAlertThatRefusesCountsAfterTheHandshake(result: CURLcode) {
        let text = "getpeername() failed with errno 107: Transport endpoint is not connected"
        var failure = CurlFailure(result: result, text: text, hasHead: false, hasSentBytes: true)
        #expect(failure.networkError.code == .connectionLost)
        #expect(!failure.networkError.message.contains("getpeername"))
        failure.refusal = .needsClientCertificate
        #expect(failure.networkError.code == .tlsFailed)
        #expect(failure.networkError.message.hasPrefix("the server requires a client certificate ("))
    }

    /// Their code is that of a lost connection, and each version has other texts.
    @Test(arguments: [
        ("7.88.1", "Illegal or missing hexadecimal sequence in chunked-encoding"),
        ("8.5.0", "Failed reading the chunked-encoded stream"),
        ("8.6.0", "chunk hex-length not valid: '10000000000000000'"),
        ("8.14.1", "chunk hex-length char not a hex digit: 0x7a"),
        ("8.14.1", "invalid chunk size: 'FFFFFFFFFFFFFFFF'"),
        ("8.21.0", "chunk hex-length longer than 16"),
    ])
    func badChunksAreAViolation(version: String, text: String) {
        let failure = CurlFailure(
            result: CURLE_RECV_ERROR, text: text, hasHead: true, hasSentBytes: true,
            version: LibcurlVersion(version))
        #expect(failure.networkError.code == .protocolViolation)
    }

    @Test(arguments: [CURLE_RECV_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_OK])
    func curlsWordsDecideWhereItsCodesDiffer(result: CURLcode) {
        let large = "Too large response headers: 307286 > 307200"
        #expect(failure(result, large).code == .headersTooLarge)
        #expect(failure(result, "Illegal chunked-encoding", hasHead: true).code == .protocolViolation)
    }

    @Test func aBadLineOfTheHeadIsAViolation() {
        #expect(failure(CURLE_BAD_FUNCTION_ARGUMENT).code == .protocolViolation)
        #expect(failure(CURLE_BAD_FUNCTION_ARGUMENT, hasHead: true).code == .protocolViolation, "a trailer")
    }

    @Test(arguments: [CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100)])
    func aHeadBeyondCurlsLimitsIsTooLarge(result: CURLcode) {
        #expect(failure(result).code == .headersTooLarge)
        #expect(failure(result, hasHead: true).code == .other)
    }

    @Test func curlsOwnWordsAreKept() {
        let error = failure(CURLE_COULDNT_CONNECT, "Failed to connect to 127.0.0.1")
        #expect(error.message == "Failed to connect to 127.0.0.1")
        #expect((error.underlying as? CurlError)?.code == 7)
        #expect(!failure(CURLE_COULDNT_CONNECT).message.isEmpty)
        #expect(String(describing: CurlError(code: 7, text: "x")) == "curl 7: x")
    }
}
