import Curlew
import CurlewLibcurl
import CurlewTesting
import CurlewURLSession

extension ConformanceSubject {
    static let libcurl = ConformanceSubject(
        "libcurl", make: { LibcurlTransport(configuration: $0) }, shutdown: { $0.shutdown() })

    static let urlSession = ConformanceSubject(
        "urlsession", make: { URLSessionTransport(configuration: $0) }, shutdown: { $0.shutdown() })

    static let both = [libcurl, urlSession]
}
