import CurlewTransport

/// The progress of a transfer towards a connection.
struct ConnectionProgress {
    /// Whether the transfer waits for a lookup, of any transfer, and whether it has waited for one to its end.
    var isAwaitingLookup = false
    var hasAwaitedLookup = false
    var lookupStart = MonotonicTime.distantFuture
    /// How long it has waited for lookups.
    var lookupTime: Int64 = 0
    /// The time from the admission until curl got the transfer for the last time.
    var detour: Int64 = 0
    /// The address that has responded where others had not.
    var address: SocketAddress?
    /// The addresses that curl has tried, and the sockets of those that have not failed.
    private(set) var tried: [SocketAddress] = []
    private(set) var sockets: [Int32] = []
    /// When to check whether any of them is connected.
    private(set) var checkTime = MonotonicTime.distantFuture

    /// curl connects a socket to one of several addresses.
    ///
    /// The address has `patience` nanoseconds before others are tried in parallel: longer than most connections take,
    /// since the transfer then starts again.
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

    /// A connection is made, or connecting is no longer watched.
    mutating func stopWatching() {
        sockets.removeAll()
        checkTime = .distantFuture
    }
}
