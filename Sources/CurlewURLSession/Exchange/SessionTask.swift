import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task, and the queue on which it is made, resumed and cancelled.
struct SessionTask {
    let task: URLSessionTask
    let queue: CallQueue
    let delegate: SessionDelegate

    /// Call this on the queue.
    func resume() { task.resume() }

    func cancel() { queue.async { [task] in task.cancel() } }
}

extension URLSession {
    /// A task that sends a file; throws `.fileFailed`, and ends the exchange with it if the file fails later.
    func task(
        with request: URLRequest, sending path: String, for exchange: Exchange
    ) throws(NetworkError) -> URLSessionTask {
        #if canImport(FoundationNetworking)
            let stream = try FileStream(path: path) { [weak exchange] in exchange?.abandon($0) }
            var request = request
            request.httpBodyStream = stream
            request.setValue(String(stream.size), forHTTPHeaderField: "Content-Length")
            // Blank, so that libcurl, which does not know the length, uses no chunked coding.
            request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
            return dataTask(with: request)
        #else
            return uploadTask(with: request, fromFile: URL(fileURLWithPath: path))
        #endif
    }
}
