import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Maps an error of URLSession to a code: by libcurl's text if FoundationNetworking has lost libcurl's code,
/// otherwise by URLSession's own code.
enum URLErrorMapping {
    /// What an error means.
    enum Meaning: Equatable {
        case code(NetworkError.Code)
        /// The connection broke: before the head it is lost, afterwards the body is incomplete.
        case broken
    }

    /// The first text that occurs in the error's description wins.
    static let meaningsOfTexts: [(text: String, meaning: Meaning)] = [
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
        ("Too large response headers", .code(.headersTooLarge)),
        // A field line of more than 100 KB, as libcurl 7.88 reports it.
        ("Out of memory", .code(.headersTooLarge)),
        ("content unencoding", .code(.contentDecodingFailed)),
        ("content encoding", .code(.contentDecodingFailed)),
        ("bad HTTP Content or Transfer-Encoding", .code(.contentDecodingFailed)),
        ("Failed writing received data", .code(.contentDecodingFailed)),
        ("chunked-encod", .code(.protocolViolation)),
        ("chunk hex-length", .code(.protocolViolation)),
        ("HTTP/0.9", .code(.protocolViolation)),
        ("Unsupported HTTP", .code(.protocolViolation)),
        ("Unsupported response code", .code(.protocolViolation)),
        ("Header without colon", .code(.protocolViolation)),
        ("Nul byte in header", .code(.protocolViolation)),
        // FoundationNetworking could not read a field line or the status line.
        ("Failed writing header", .code(.protocolViolation)),
        ("Weird server reply", .code(.protocolViolation)),
        ("Invalid Content-Length", .code(.protocolViolation)),
        ("Could not resolve host", .code(.cannotResolve)),
        ("Couldn't connect to server", .code(.cannotConnect)),
        ("SSL", .code(.tlsFailed)),
        ("TLS", .code(.tlsFailed)),
        ("certificate", .code(.tlsFailed)),
    ]

    static let meaningsOfCodes: [URLError.Code: Meaning] = [
        .cannotFindHost: .code(.cannotResolve),
        .dnsLookupFailed: .code(.cannotResolve),
        .cannotConnectToHost: .code(.cannotConnect),
        .notConnectedToInternet: .code(.cannotConnect),
        // Only libcurl's own connect limit is reported here; our limits are not URLSession's.
        .timedOut: .code(.cannotConnect),
        .networkConnectionLost: .broken,
        .cancelled: .code(.cancelled),
        .badServerResponse: .code(.protocolViolation),
        .cannotParseResponse: .code(.protocolViolation),
        .cannotDecodeRawData: .code(.contentDecodingFailed),
        .cannotDecodeContentData: .code(.contentDecodingFailed),
        .secureConnectionFailed: .code(.tlsFailed),
        .serverCertificateHasBadDate: .code(.tlsFailed),
        .serverCertificateUntrusted: .code(.tlsFailed),
        .serverCertificateHasUnknownRoot: .code(.tlsFailed),
        .serverCertificateNotYetValid: .code(.tlsFailed),
        .clientCertificateRejected: .code(.tlsFailed),
        .clientCertificateRequired: .code(.tlsFailed),
        .fileDoesNotExist: .code(.fileFailed),
        .fileIsDirectory: .code(.fileFailed),
        .noPermissionsToReadFile: .code(.fileFailed),
        .badURL: .code(.invalidURL),
    ]

    /// Wraps an error of URLSession.
    static func networkError(for error: any Error, hasHead: Bool) -> NetworkError {
        let text = error.localizedDescription
        let code = code(of: meaning(of: error, text), hasHead: hasHead)
        if code == .cancelled { return .cancelled }
        return NetworkError(code, message(for: code, text), underlying: withoutURL(error, text)).updating {
            if code == .connectionLost || code == .incompleteBody { $0.mayHaveBeenProcessed = true }
        }
    }

    /// Keeps only the code and the text of an error of URLSession, whose other details contain the URL with its
    /// query.
    private static func withoutURL(_ error: any Error, _ text: String) -> any Error {
        guard let error = error as? URLError else { return error }
        return URLError(error.code, userInfo: [NSLocalizedDescriptionKey: text])
    }

    private static func message(for code: NetworkError.Code, _ text: String) -> String {
        guard [.tlsFailed, .cannotConnect].contains(code), let problem = TLSProblem(text: text) else {
            return text
        }
        return "\(problem.rawValue) (\(text))"
    }

    private static func meaning(of error: any Error, _ text: String) -> Meaning {
        let byText = meaningsOfTexts.first { text.contains($0.text) }?.meaning
        let byCode = (error as? URLError).flatMap { meaningsOfCodes[$0.code] }
        return byText ?? byCode ?? .code(.other)
    }

    private static func code(of meaning: Meaning, hasHead: Bool) -> NetworkError.Code {
        switch meaning {
        case .code(let code): code
        case .broken: hasHead ? .incompleteBody : .connectionLost
        }
    }
}

extension NetworkError {
    /// Replaces a failure to connect by the lack of descriptors that caused it, which libcurl does not report.
    var explained: NetworkError {
        switch code {
        case .cannotConnect, .cannotResolve, .tlsFailed: DescriptorShortage.current ?? self
        default: self
        }
    }
}
