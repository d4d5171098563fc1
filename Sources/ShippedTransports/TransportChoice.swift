import CurlewLibcurl
package import CurlewTransport
import CurlewURLSession

/// The transports by the names that the commands use.
package enum TransportChoice: String, CaseIterable, Sendable {
    case libcurl, urlsession

    /// The process's shared transport of that name.
    package var transport: any Transport {
        switch self {
        case .libcurl: .libcurl
        case .urlsession: .urlSession
        }
    }

    /// A new transport of that name.
    package func make(_ configuration: TransportConfiguration) -> any Transport {
        switch self {
        case .libcurl: LibcurlTransport(configuration: configuration)
        case .urlsession: URLSessionTransport(configuration: configuration)
        }
    }

    package static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }
}
