import Foundation

/// The queue on which a session calls its delegate: with FoundationNetworking, the session's own.
///
/// FoundationNetworking adds one call for each chunk of a body, as fast as the server sends. In a queue they would all be
/// kept in memory, and the calls of an abandoned body would delay those of others. Made in place, a call has handed its
/// chunk over, or spooled it, before the next one is received: the socket holds the server back.
///
/// All sessions of a process share one such queue, so no call may wait: neither for a server nor for another call of
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
