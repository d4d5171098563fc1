import Dispatch
import Foundation

/// The queue on which a session calls its delegate: it makes the session wait while too many calls are outstanding.
///
/// A session adds one call for each piece of a body, as fast as the server sends, and would keep them all in memory.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    // Safety: the only state of this class is the semaphore, which is made to be shared.
    private let slots = DispatchSemaphore(value: 128)

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        slots.wait()
        super.addOperation { [slots] in
            block()
            slots.signal()
        }
    }
}
