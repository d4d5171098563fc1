import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    // FoundationNetworking judges a server's certificate without asking.
    private let serverTrustMethod: String? = nil
#else
    private let serverTrustMethod: String? = NSURLAuthenticationMethodServerTrust
#endif

/// Hands what a session reports to the exchange of the task.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let isForOneTask: Bool
    private let queue: CallQueue
    private let exchanges = Lock<[Int: Exchange]>([:])

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
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
        return SessionTask(task: task, queue: queue)
    }

    /// Lets the session end once its tasks have.
    func retire(_ session: URLSession) {
        queue.async { session.finishTasksAndInvalidate() }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
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
        if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.headReceived(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        Turns.shared.chunkArrived()
        exchange(of: dataTask)?.dataReceived(data)
    }

    /// A redirect is the answer, unless the task has been cancelled: FoundationNetworking traps when it is answered then.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        queue.async { if task.state == .running { completionHandler(nil) } }
    }

    /// A 401 is the answer; a server's certificate is judged as usual.
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
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.taskCompleted(task.response, error: error)
        if isForOneTask { retire(session) }
    }
}
