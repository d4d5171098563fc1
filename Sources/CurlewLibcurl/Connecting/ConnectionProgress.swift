import CurlewTransport

/// How far a transfer has come on its way to a connection.
struct ConnectionProgress {
    /// Whether it waits for a lookup, its own or another's, and whether it has waited for one to its end.
    var isAwaitingLookup = false
    var hasAwaitedLookup = false
    var lookupStart = MonotonicTime.distantFuture
    /// How long it has waited for lookups.
    var lookupTime: Int64 = 0
    /// How long it took from the admission until curl got the transfer for the last time.
    var detour: Int64 = 0
    /// The address that has responded when others had not.
    var address: SocketAddress?
    /// The addresses that curl has tried, and the sockets of those that have not failed.
    private(set) var tried: [SocketAddress] = []
    private(set) var sockets: [Int32] = []
    /// When to look whether any of them is connected.
    private(set) var checkTime = MonotonicTime.distantFuture

    /// curl connects a socket to one of several addresses.
    ///
    /// The address has `patience` nanoseconds before others are tried beside it: longer than most connections take, since
    /// then the transfer begins anew.
    mutating func attemptBegan(
        _ descriptor: Int32, _ address: SocketAddress, patience: Int64, at now: MonotonicTime
    ) {
        if sockets.isEmpty { checkTime = now.advanced(byNanoseconds: patience) }
        tried.append(address)
        sockets.append(descriptor)
    }

    /// A socket that curl had opened is closed: with none left, the other addresses are due.
    mutating func attemptEnded(_ descriptor: Int32, at now: MonotonicTime) {
        sockets.removeAll { $0 == descriptor }
        if sockets.isEmpty { checkTime = now }
    }

    /// There is a connection, or connecting is not to be watched any more.
    mutating func stopWatching() {
        sockets.removeAll()
        checkTime = .distantFuture
    }
}
