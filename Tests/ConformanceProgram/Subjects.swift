package import CurlewTesting

import Curlew
import CurlewLibcurl
import CurlewURLSession
import Foundation

extension ConformanceSubject {
    package static let libcurl = ConformanceSubject(
        "libcurl", command: command("libcurl"), make: { LibcurlTransport(configuration: $0) },
        shutdown: { $0.shutdown() })

    package static let urlSession = ConformanceSubject(
        "urlsession", command: command("urlsession"), make: { URLSessionTransport(configuration: $0) },
        shutdown: { $0.shutdown() })

    package static let both = [libcurl, urlSession]

    /// This program, which lies beside the bundle of the tests.
    private static func command(_ subject: String) -> (@Sendable (ConformanceCheck) -> [String])? {
        guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else { return nil }
        let program = folder.appendingPathComponent("curlew-conformance").path
        return { [program, subject, $0.name] }
    }
}
