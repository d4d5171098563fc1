import Curlew
import CurlewLibcurl
import CurlewURLSession

/// The layers that a subject's requests go through.
enum Stack: Sendable {
    case libcurl
    /// The tasks run on the transport's own thread.
    case libcurlExecutor
    case urlSession

    var slowness: Int { self == .urlSession ? 10 : 1 }

    func obstacle(to work: Work) -> String? {
        guard self == .urlSession else { return nil }
        if work.isSecure { return "URLSession on Linux trusts the authorities of the system only" }
        if work.isWaiting {
            return "URLSession on Linux lacks descriptors for that many concurrent exchanges"
        }
        return nil
    }

    /// Runs the body with its own transport.
    @concurrent
    func run(_ body: @escaping @Sendable (any Transport) async -> Tally) async -> Tally {
        switch self {
        case .libcurl: return await body(LibcurlTransport())
        case .libcurlExecutor:
            let transport = LibcurlTransport()
            return await withTaskExecutorPreference(transport.executor) { await body(transport) }
        case .urlSession: return await body(URLSessionTransport())
        }
    }
}
