import CurlewTransport
import Synchronization

/// What other threads hold of a transfer, which itself never leaves the loop's thread.
final class TransferTicket: BodyProducer {
    /// Kept until the transfer's body is gone: an unread body keeps its transport.
    private let transport: LibcurlTransport
    private let mailbox: Mailbox
    private let hasBeenCancelled = Atomic(false)
    /// Where the loop keeps the transfer; written and read by the loop alone.
    let slot = Atomic(-1)

    init(transport: LibcurlTransport, mailbox: Mailbox) {
        self.transport = transport
        self.mailbox = mailbox
    }

    /// Cancelling can come before the start, which looks here then.
    var isCancelled: Bool { hasBeenCancelled.load(ordering: .acquiring) }

    func cancel() {
        guard !hasBeenCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        mailbox.post(.cancel(self))
    }

    func resumeBody() { mailbox.post(.resumeBody(self)) }

    func cancelBody() { cancel() }

    func resumeUpload() { mailbox.post(.resumeUpload(self)) }
}

/// A request on its way to the loop; an object, so that a command is small.
final class TransferStart: Sendable {
    let request: HTTPRequest
    /// When `send` was called: every limit counts from here.
    let startTime: MonotonicTime
    let ticket: TransferTicket
    /// The chunks of a streamed body; nil for any other.
    let upload: UploadChannel?
    let continuation: NetworkContinuation<HTTPResponse>

    init(
        request: HTTPRequest, startTime: MonotonicTime, ticket: TransferTicket, upload: UploadChannel?,
        continuation: NetworkContinuation<HTTPResponse>
    ) {
        self.request = request
        self.startTime = startTime
        self.ticket = ticket
        self.upload = upload
        self.continuation = continuation
    }

    /// Ends the send before there is a transfer.
    func fail(_ error: NetworkError) {
        upload?.close()
        continuation.resume(with: .failure(error))
    }
}
