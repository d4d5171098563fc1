import CurlewTransport

/// A request on its way to the loop; an object, so that a command is small.
final class TransferStart: Sendable {
    let request: HTTPRequest
    /// How it reaches its server; nil for directly.
    let path: ConnectionPath?
    /// When `send` was called: every limit starts here.
    let startTime: MonotonicTime
    let ticket: TransferTicket
    /// The chunks of a streamed body; nil for any other.
    let upload: UploadChannel?
    /// Nil for a body without a progress closure.
    let report: UploadReport?
    let continuation: NetworkContinuation<HTTPResponse>

    init(
        request: HTTPRequest, path: ConnectionPath? = nil, startTime: MonotonicTime, ticket: TransferTicket,
        upload: UploadChannel?,
        continuation: NetworkContinuation<HTTPResponse>
    ) {
        self.request = request
        self.path = path
        self.startTime = startTime
        self.ticket = ticket
        self.upload = upload
        report = UploadReport(request.body)
        self.continuation = continuation
    }

    /// Fails the send before its transfer exists.
    func fail(_ error: NetworkError) {
        upload?.close()
        continuation.resume(with: .failure(error))
    }
}
