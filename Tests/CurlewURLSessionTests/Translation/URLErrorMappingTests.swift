import Curlew
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

    /// Texts observed from FoundationNetworking.
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
        let error = URLErrorMapping.networkError(for: Self.error(code, text), hasHead: hasHead)
        #expect(error.code == expected)
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
