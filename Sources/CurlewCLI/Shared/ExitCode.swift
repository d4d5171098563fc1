import CommandSupport
import Curlew

/// The exit status: curl's number if curl has the same failure, otherwise a number from 110.
struct ExitCode: Equatable {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    /// A scenario of the demonstration or a check of the conformance suite failed.
    static let checkFailed = ExitCode(rawValue: 1)
    static let wrongUsage = ExitCode(rawValue: 2)
    static let cannotListen = ExitCode(rawValue: 45)
    static let unacceptableStatus = ExitCode(rawValue: 22)
    static let cannotWriteOutput = ExitCode(rawValue: 23)

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(_ code: NetworkError.Code) {
        rawValue = Self.errors.first { $0.code == code }?.number ?? Self.other
    }

    private static let other: Int32 = 119

    /// The number of each error's code.
    static let errors: [(code: NetworkError.Code, number: Int32, meaning: String)] = [
        (.invalidURL, 3, "the URL is invalid"),
        (.unsupported, 4, "the transport does not support what was requested"),
        (.cannotResolve, 6, "the host name could not be resolved"),
        (.cannotConnect, 7, "the connection could not be established"),
        (.protocolViolation, 8, "the server's bytes are not valid HTTP"),
        (.incompleteBody, 18, "the body was truncated"),
        (.unacceptableStatus, 22, "the status is not in 200...299"),
        (.fileFailed, 26, "a file could not be read or written"),
        (.timedOut, 28, "a time limit passed"),
        (.tlsFailed, 35, "the TLS handshake or the check of the certificate failed"),
        (.cancelled, 42, "the request was cancelled"),
        (.invalidRequest, 43, "a method, a field or the framing is invalid"),
        (.tooManyRedirects, 47, "too many redirects"),
        (.connectionLost, 56, "the connection was lost before a response"),
        (.contentDecodingFailed, 61, "the body does not match its Content-Encoding"),
        (.bodyTooLarge, 63, "the body is too large"),
        (.bodyNotReplayable, 65, "the body had to be resent but can be read only once"),
        (.proxyFailed, 97, "a proxy refused"),
        (.addressRefused, 98, "the address policy refuses the address of the host"),
        (.headersTooLarge, 100, "the response's head is too large"),
        (.encodingFailed, 110, "a value could not be encoded"),
        (.redirectRefused, 111, "a redirect or page link to a URL that is not allowed"),
        (.unexpectedContentType, 112, "the body has an unexpected media type"),
        (.emptyBody, 113, "the body is empty"),
        (.decodingFailed, 114, "the body could not be decoded"),
        (.failureReported, 120, "the server reported a failure within a stream"),
        (.closed, 115, "the transport was shut down"),
        (.middlewareFailed, 116, "a middleware failed"),
        (.checksumMismatch, 117, "the checksum does not match"),
        (.pagingLoop, 118, "a page links to an earlier one"),
        (.other, other, "another failure of the library in use"),
    ]

    /// The whole table as text.
    static var explanation: String {
        let commands: [(String, Int32, String)] = [
            ("–", 0, "success; for send: the status is in 200...299; for download: every file is complete"),
            ("–", 1, "demo: an outcome differs; doctor: a check of the conformance suite fails"),
            ("–", 2, "wrong usage"),
            ("–", 23, "standard output could not be written"),
            ("–", 45, "serve: the port is unavailable"),
        ]
        let rows = (commands + errors.map { ($0.code.rawValue, $0.number, $0.meaning) }).sorted {
            $0.1 < $1.1
        }
        return TextTable(
            header: ["exit", "error code", "meaning"], rows: rows.map { ["\($0.1)", $0.0, $0.2] }
        ).text
    }
}
