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

    package static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }
}
