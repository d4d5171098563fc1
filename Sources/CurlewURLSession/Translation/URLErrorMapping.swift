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

    /// Wraps an error of URLSession over a version of libcurl.
    static func networkError(
        for error: any Error, hasHead: Bool, over version: LibcurlVersion? = LibcurlBelow.version
    ) -> NetworkError {
        let text = error.localizedDescription
        let code = code(of: meaning(of: error, text, version), hasHead: hasHead)
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

    private static func meaning(of error: any Error, _ text: String, _ version: LibcurlVersion?) -> Meaning {
        let byText = meaning(of: text, version)
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
