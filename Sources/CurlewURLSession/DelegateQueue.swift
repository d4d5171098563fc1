import Dispatch
import Foundation

/// The queue on which a session calls its delegate: it slows the session down while too many calls are outstanding.
///
/// A session adds one call for each piece of a body, as fast as the server sends, and would keep them all in memory.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    // Safety: the only state of this class is the semaphore, which is made to be shared.
    private let slots = DispatchSemaphore(value: 128)

    // Not for ever: a call that is under way may itself be waiting for the session's queue, which waits here.
    private static let longestWait = DispatchTimeInterval.milliseconds(20)

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        let hasSlot = slots.wait(timeout: .now() + Self.longestWait) == .success
        super.addOperation { [slots] in
            block()
            if hasSlot { slots.signal() }
        }
    }
}
