import CurlewTransport

/// How long connections live, in nanoseconds: since their last use, and since they were opened.
struct ConnectionLifetimes {
    var idle = Int64.max
    var total = Int64.max

    /// How much later a connection may be ended, so that those whose time is over at nearly the same moment end together.
    var slack: Int64 { min(idle, total, 1_000_000_000) / 10 }

    /// When the time of a connection without requests is over.
    func end(opened: MonotonicTime, lastUsed: MonotonicTime) -> MonotonicTime {
        min(opened.advanced(byNanoseconds: total), lastUsed.advanced(byNanoseconds: idle))
    }
}

/// Which connections have lived for too long.
extension SocketTable {
    /// A connection is used no more: when its time is over has to be looked at then.
    mutating func noteIdle(_ entry: Entry) {
        nextExpiry = min(nextExpiry, expiry(of: entry).advanced(byNanoseconds: lifetimes.slack))
    }

    private func expiry(of entry: Entry) -> MonotonicTime {
        lifetimes.end(opened: entry.opened, lastUsed: entry.lastUsed)
    }

    /// The connections without requests whose time is over; when that is looked at again is set anew.
    mutating func takeExpired() -> [Int32] {
        nextExpiry = .distantFuture
        var expired: [Int32] = []
        for index in entries.indices where entries[index].isIdle && !entries[index].isEnding {
            let expiry = expiry(of: entries[index])
            if expiry <= now { expired.append(Int32(index)) } else { noteIdle(entries[index]) }
        }
        return expired
    }

    /// Whether a connection is open and has no request.
    func isIdle(_ descriptor: Int32) -> Bool {
        entries.indices.contains(Int(descriptor)) && entries[Int(descriptor)].isIdle
    }

    /// Whether a connection's time is over also if it was used when bytes were sent on it the last time; otherwise that is
    /// looked at again.
    mutating func isIdleForLonger(_ descriptor: Int32, sentBefore moment: MonotonicTime?) -> Bool {
        guard isIdle(descriptor), let moment, moment > entries[Int(descriptor)].lastUsed else { return true }
        entries[Int(descriptor)].lastUsed = moment
        let expiry = expiry(of: entries[Int(descriptor)])
        guard expiry > now else { return true }
        noteIdle(entries[Int(descriptor)])
        return false
    }

    /// A connection has a request, although curl wants nothing of it: it is paused.
    mutating func noteUse(of descriptor: Int32) {
        guard isIdle(descriptor) else { return }
        entries[Int(descriptor)].lastUsed = now
        // One that is as old as it may become is looked at again and again, but not without a pause.
        let pause = now.advanced(byNanoseconds: 1_000_000_000)
        nextExpiry = min(nextExpiry, max(expiry(of: entries[Int(descriptor)]), pause))
    }

    /// A connection was shut down; curl closes it when it finds that out.
    mutating func noteEnding(_ descriptor: Int32) {
        if isIdle(descriptor) { entries[Int(descriptor)].isEnding = true }
    }

    /// Whether there is a connection that was shut down, but is not closed yet.
    var hasEnding: Bool { entries.contains { $0.isEnding && $0.isIdle } }
}
