import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    // FoundationNetworking checks a server's certificate without a challenge.
    private let serverTrustMethod: String? = nil
#else
    private let serverTrustMethod: String? = NSURLAuthenticationMethodServerTrust
#endif

/// Forwards what a session reports to the exchange of the task.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let isForOneTask: Bool
    private let queue: CallQueue
    private let state = Lock(State())

    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var signs = SignsOfLife()
    }

    init(isForOneTask: Bool, queue: CallQueue) {
        self.isForOneTask = isForOneTask
        self.queue = queue
    }

    /// Makes a task that is not started, on the call queue; throws `.fileFailed`.
    func makeTask(
        for exchange: Exchange, _ request: URLRequest, sending upload: Upload, in session: URLSession
    ) throws(NetworkError) -> SessionTask {
        let task: URLSessionTask =
            switch upload {
            case .none, .stream: session.dataTask(with: request)
            case .data(let data): session.uploadTask(with: request, from: data)
            case .file(let path): try session.task(with: request, sending: path, for: exchange)
            case .temporaryFile(let file):
                try session.task(with: request, sending: file.path, for: exchange)
            }
        state.withLock { $0.exchanges[task.taskIdentifier] = exchange }
        return SessionTask(task: task, queue: queue, delegate: self)
    }

    /// Lets the session end after its tasks.
    func retire(_ session: URLSession) {
        queue.async { session.finishTasksAndInvalidate() }
    }

    /// The session has no more tasks, and is about to be freed.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        SilencedCallbacks.remove(from: session)
    }

    /// An exchange of this session was abandoned by a limit or its caller after waiting since `start`.
    func waitedInVain(_ exchange: Exchange, since start: MonotonicTime) {
        guard exchange.mayShareConnection else { return }
        state.withLock { $0.signs.waitedInVain(for: exchange.host, since: start, until: .now) }
    }

    /// Whether a request to a host should use another session.
    func isSilent(_ host: String) -> Bool { state.withLock { $0.signs.isSilent(host) } }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        state.withLock { $0.exchanges[task.taskIdentifier] }
    }

    /// The exchange of a task that has received something.
    private func exchange(receivingOn task: URLSessionTask) -> Exchange? {
        state.withLock { state in
            let exchange = state.exchanges[task.taskIdentifier]
            if let exchange, exchange.mayShareConnection {
                state.signs.received(from: exchange.host, at: .now)
            }
            return exchange
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.bytesSent(total: totalBytesSent)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse {
            exchange(receivingOn: dataTask)?.headReceived(response)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        Turns.shared.chunkArrived()
        exchange(receivingOn: dataTask)?.dataReceived(data)
    }

    /// A redirect is returned as the response; for a cancelled task, calling the handler would trap in
    /// FoundationNetworking.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        queue.async { if task.state == .running { completionHandler(nil) } }
    }

    /// A 401 is returned as the response; a server's certificate is checked as usual.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.protectionSpace.authenticationMethod != serverTrustMethod else {
            return completionHandler(.performDefaultHandling, nil)
        }
        exchange(of: task)?.challengeReceived()
        // Rejecting cancels the task, which must not happen on the session's own queue.
        queue.async { completionHandler(.rejectProtectionSpace, nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if error == nil { _ = exchange(receivingOn: task) }
        let exchange = state.withLock { $0.exchanges.removeValue(forKey: task.taskIdentifier) }
        exchange?.taskCompleted(task.response, error: error)
        if isForOneTask { retire(session) }
    }
}
