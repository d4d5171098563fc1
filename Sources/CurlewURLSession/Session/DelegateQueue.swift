import Foundation

/// The queue on which a session calls its delegate: with FoundationNetworking, the session's own.
///
/// FoundationNetworking adds one call for each chunk of a body, as fast as the server sends. A queue would keep them
/// all in memory, and the calls of an abandoned body would delay those of others. Called in place, each call has
/// delivered or spooled its chunk before the next one is received: the socket slows down the server.
///
/// All sessions of a process share one such queue, so no call may block: neither on a server nor on another call of
/// URLSession.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    // Safety: this class has no state of its own.

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    #if canImport(FoundationNetworking)
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    #endif
}
