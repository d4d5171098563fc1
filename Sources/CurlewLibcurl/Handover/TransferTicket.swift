import CurlewTransport
import Synchronization

/// What other threads hold of a transfer, which itself never leaves the loop's thread.
final class TransferTicket: BodyProducer {
    /// The transport, kept until the transfer's body is gone.
    private let owner: any AnyObject & Sendable
    private let mailbox: Mailbox
    private let hasBeenCancelled = Atomic(false)
    /// Where the loop keeps the transfer; written and read by the loop alone.
    let slot = Atomic(-1)

    init(owner: any AnyObject & Sendable, mailbox: Mailbox) {
        self.owner = owner
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
