import Curlew
import CurlewLibcurl
import CurlewURLSession

/// The transports by the names that the commands give them.
enum TransportChoice: String, CaseIterable {
    case libcurl, urlsession

    /// The process's shared transport of that name.
    var transport: any Transport {
        switch self {
        case .libcurl: .libcurl
        case .urlsession: .urlSession
        }
    }

    static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }
}
