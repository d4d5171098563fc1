import Curlew
import CurlewTransport
import Foundation
import Testing

@testable import CurlewURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct URLErrorMappingTests {
    private static func error(_ code: URLError.Code, _ text: String) -> URLError {
        URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// Texts observed from FoundationNetworking over libcurl 7.88.1.
    static let texts: [(URLError.Code, String, hasHead: Bool, NetworkError.Code)] = [
        (.badServerResponse, "Empty reply from server", false, .connectionLost),
        (.unknown, "Connection died, tried 5 times before giving up", false, .connectionLost),
        (.unknown, "Failed sending data to the peer", false, .connectionLost),
        (.unknown, "Failure when receiving data from the peer", true, .incompleteBody),
        (.unknown, "Transferred a partial file", true, .incompleteBody),
        (.networkConnectionLost, "Recv failure: Connection reset by peer", false, .connectionLost),
        (.networkConnectionLost, "Recv failure: Connection reset by peer", true, .incompleteBody),
        (.unknown, "transfer closed with 90 bytes remaining to read", true, .incompleteBody),
        (.unknown, "transfer closed with outstanding read data remaining", true, .incompleteBody),
        (
            .unknown, "Illegal or missing hexadecimal sequence in chunked-encoding", true, .protocolViolation
        ),
        (.unsupportedURL, "Received HTTP/0.9 when not allowed", false, .protocolViolation),
        (.unsupportedURL, "Unsupported HTTP version in response", false, .protocolViolation),
        (.unknown, "Failed writing header", false, .protocolViolation),
        (.unknown, "Out of memory", false, .headersTooLarge),
        (.unknown, "Too large response headers: 307652 > 307200", false, .headersTooLarge),
        (
            .unknown, "Error while processing content unencoding: incorrect header check", true,
            .contentDecodingFailed
        ),
        (
            .unknown,
            "Unrecognized content encoding type. libcurl understands deflate, gzip content encodings.",
            true, .contentDecodingFailed
        ),
        (
            .unknown, "Unrecognized or bad HTTP Content or Transfer-Encoding", true,
            .contentDecodingFailed
        ),
        (.cannotConnectToHost, "Failed to connect to 127.0.0.1 port 1", false, .cannotConnect),
        (.cannotFindHost, "Could not resolve host: nowhere.invalid", false, .cannotResolve),
        (.unknown, "SSL certificate problem: self-signed certificate", false, .tlsFailed),
        (.unknown, "error:0A000126:SSL routines::unexpected eof while reading", false, .cannotConnect),
        (.unknown, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a:1 ", false, .cannotConnect),
        (
            .unknown,
            "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
            false, .tlsFailed
        ),
        (.unknown, "error:0A000410:SSL routines::sslv3 alert handshake failure", false, .tlsFailed),
        (.unknown, "getpeername() failed with errno 107: not connected", false, .connectionLost),
        (
            .unknown,
            "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", false,
            .connectionLost
        ),
        (.unknown, "OpenSSL SSL_read: Connection reset by peer, errno 104", false, .connectionLost),
        (.unknown, "OpenSSL SSL_write: Broken pipe, errno 32", false, .connectionLost),
        (
            .unknown, "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", true,
            .incompleteBody
        ),
        (.unknown, "Error in the HTTP2 framing layer", false, .connectionLost),
        (.unknown, "transfer closed with 7 bytes remaining to read", false, .incompleteBody),
        (.unknown, "Header without colon", false, .protocolViolation),
        (.unknown, "Nul byte in header", false, .protocolViolation),
        (.unknown, "Unsupported response code in HTTP response", false, .protocolViolation),
        (.unknown, "Failed reading the chunked-encoded stream", true, .protocolViolation),
        (.cancelled, "cancelled", true, .cancelled),
        (.unknown, "something new", false, .other),
    ]

    @Test(arguments: texts)
    func anErrorGetsTheCodeOfWhatHappened(
        code: URLError.Code, text: String, hasHead: Bool, expected: NetworkError.Code
    ) {
        let error = URLErrorMapping.networkError(
            for: Self.error(code, text), hasHead: hasHead, over: LibcurlVersion("7.88.1"))
        #expect(error.code == expected)
    }

    /// Texts observed over other versions, and whether the version before says it otherwise.
    @Test(
        arguments: [
            ("8.6.0", "A value or data field grew larger than allowed", .headersTooLarge),
            ("8.6.0", "chunk hex-length char not a hex digit: 0x7a", .protocolViolation),
            ("8.7.0", "Failure writing output to destination, passed 2 returned 0", .protocolViolation),
            (
                "8.7.0", "client read function EOF fail, only 0/5 of needed bytes read",
                .connectionLost
            ),
            ("8.19.0", "HTTP/2 stream 1 reset by server (error 0x2 INTERNAL_ERROR)", .connectionLost),
            ("8.8.0", "Version mismatch (from HTTP/1 to HTTP/2)", .protocolViolation),
            (
                "8.9.0", "Failed to connect to a port 1 after 0 ms: Could not connect to server",
                .cannotConnect
            ),
            ("8.13.0", "invalid chunk size: 'FFFFFFFFFFFFFFFF'", .protocolViolation),
            ("8.14.0", "Invalid response header", .protocolViolation),
            ("8.14.0", "Too many response headers, 5000 is max", .headersTooLarge),
            ("8.14.0", "Unsolicited Transfer-Encoding (odd) found", .protocolViolation),
            ("8.14.0", "A Transfer-Encoding (odd) was listed after chunked", .protocolViolation),
            ("8.21.0", "Carriage return found in header", .protocolViolation),
        ] as [(String, String, NetworkError.Code)])
    func aTextIsReadAsItsVersionMeansIt(version: String, text: String, expected: NetworkError.Code) {
        for version in [version, "9.0.0"] {
            let error = URLErrorMapping.networkError(
                for: Self.error(.unknown, text), hasHead: false, over: LibcurlVersion(version))
            #expect(error.code == expected)
        }
        let before = URLErrorMapping.networkError(
            for: Self.error(.unknown, text), hasHead: false, over: LibcurlVersion("7.80.0"))
        #expect(before.code == .other)
    }

    @Test(arguments: [(false, NetworkError.Code.connectionLost), (true, .incompleteBody)])
    func aBrokenConnectionSaysThatTheServerMayHaveActed(hasHead: Bool, code: NetworkError.Code) {
        let broken = Self.error(.networkConnectionLost, "Recv failure: Connection reset by peer")
        let error = URLErrorMapping.networkError(for: broken, hasHead: hasHead)
        #expect(error.code == code)
        #expect(error.mayHaveBeenProcessed == true)
        #expect((error.underlying as? URLError)?.code == .networkConnectionLost)
    }

    @Test func aTLSErrorSaysWhichFaultItIs() {
        let text = "SSL certificate problem: certificate has expired"
        let error = URLErrorMapping.networkError(for: Self.error(.unknown, text), hasHead: false)
        #expect(error.message == "the server's certificate has expired (\(text))")
    }

    /// Cut off in the handshake, before anything was sent.
    @Test(arguments: [
        "error:0A000126:SSL routines::unexpected eof while reading",
        "OpenSSL SSL_connect: Connection reset by peer in connection to a:1 ",
    ])
    func aHandshakeThatIsCutOffMayBeTriedAgain(text: String) {
        let error = URLErrorMapping.networkError(for: Self.error(.unknown, text), hasHead: false)
        #expect(error.code == .cannotConnect)
        #expect(error.mayHaveBeenProcessed != true)
        #expect(error.message.hasPrefix("the connection ended during the TLS handshake"))
    }

    @Test func theErrorThatIsKeptDoesNotHoldTheURL() throws {
        let url = try #require(URL(string: "http://h/?key=secret"))
        let failed = URLError(
            .networkConnectionLost,
            userInfo: [NSLocalizedDescriptionKey: "Recv failure", NSURLErrorFailingURLErrorKey: url])
        let error = URLErrorMapping.networkError(for: failed, hasHead: false)
        let kept = try #require(error.underlying as? URLError)
        #expect(kept.code == .networkConnectionLost)
        #expect(kept.localizedDescription == "Recv failure")
        #expect(!String(reflecting: error).contains("secret"))
        #expect(!"\(kept) \(kept.userInfo)".contains("secret"))
    }

    @Test func anErrorOfAnotherKindIsKept() {
        struct Strange: Error {}
        let error = URLErrorMapping.networkError(for: Strange(), hasHead: false)
        #expect(error.code == .other)
        #expect(error.underlying is Strange)
    }
}
