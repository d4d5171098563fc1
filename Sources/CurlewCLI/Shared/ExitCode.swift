import CommandSupport
import Curlew

/// What the process ends with: curl's number where curl has the same failure, from 110 where it has none.
struct ExitCode: Equatable {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    /// A row of the demonstration or a check of the conformance suite is not as it should be.
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
        (.invalidURL, 3, "the URL cannot be used"),
        (.unsupported, 4, "the transport cannot do what was asked for"),
        (.cannotResolve, 6, "the host's name has no address"),
        (.cannotConnect, 7, "no connection could be made"),
        (.protocolViolation, 8, "what the server sent is not HTTP"),
        (.incompleteBody, 18, "the body ended before its announced end"),
        (.unacceptableStatus, 22, "the status is not in 200...299"),
        (.fileFailed, 26, "a file could not be read or written"),
        (.timedOut, 28, "a time limit passed"),
        (.tlsFailed, 35, "the TLS handshake or the check of the certificate failed"),
        (.cancelled, 42, "the request was cancelled"),
        (.invalidRequest, 43, "method, field or framing cannot be sent"),
        (.tooManyRedirects, 47, "too many redirects"),
        (.connectionLost, 56, "the connection broke before an answer"),
        (.contentDecodingFailed, 61, "the body is not what its Content-Encoding says"),
        (.bodyTooLarge, 63, "the body is too large"),
        (.bodyNotReplayable, 65, "the body had to be sent again and cannot be"),
        (.proxyFailed, 97, "a proxy refused"),
        (.headersTooLarge, 100, "the response's head is too large"),
        (.encodingFailed, 110, "a value could not be encoded"),
        (.redirectRefused, 111, "a redirect or page at a place that is not allowed"),
        (.unexpectedContentType, 112, "the body is of another type"),
        (.emptyBody, 113, "there is no body"),
        (.decodingFailed, 114, "the body could not be decoded"),
        (.closed, 115, "the transport was shut down"),
        (.middlewareFailed, 116, "a middleware failed"),
        (.checksumMismatch, 117, "the checksum does not match"),
        (.pagingLoop, 118, "a page led to an earlier one"),
        (.other, other, "another failure of the layer below"),
    ]

    /// The whole table, for people.
    static var explanation: String {
        let commands: [(String, Int32, String)] = [
            ("–", 0, "success; for send: the status is in 200...299; for download: every file is there"),
            ("–", 1, "demo: an answer differs; doctor: a check of the conformance suite fails"),
            ("–", 2, "wrong usage"),
            ("–", 23, "standard output could not be written"),
            ("–", 45, "serve: the port cannot be had"),
        ]
        let rows = (commands + errors.map { ($0.code.rawValue, $0.number, $0.meaning) }).sorted {
            $0.1 < $1.1
        }
        return TextTable(
            header: ["exit", "error code", "meaning"], rows: rows.map { ["\($0.1)", $0.0, $0.2] }
        ).text
    }
}
