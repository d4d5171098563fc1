import CurlewTransport
import Synchronization

/// The reference to a transfer for other threads; the transfer itself never leaves the loop's thread.
final class TransferTicket: BodyProducer {
    /// The transport, kept until the transfer's body is released.
    private let owner: any AnyObject & Sendable
    private let mailbox: Mailbox
    private let hasBeenCancelled = Atomic(false)
    /// The loop's slot of the transfer; used only by the loop.
    let slot = Atomic(-1)

    init(owner: any AnyObject & Sendable, mailbox: Mailbox) {
        self.owner = owner
        self.mailbox = mailbox
    }

    /// Cancellation can come before the start, which checks this.
    var isCancelled: Bool { hasBeenCancelled.load(ordering: .acquiring) }

    func cancel() {
        guard !hasBeenCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        mailbox.post(.cancel(self))
    }

    func resumeBody() { mailbox.post(.resumeBody(self)) }

    func cancelBody() { cancel() }

    func resumeUpload() { mailbox.post(.resumeUpload(self)) }
}
