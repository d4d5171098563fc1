import CurlewTransport

/// How long connections live, in nanoseconds: since their last use, and since they were opened.
struct ConnectionLifetimes {
    var idle = Int64.max
    var total = Int64.max

    /// How much later a connection may be ended, so that connections that expire at nearly the same moment end
    /// together.
    var slack: Int64 { min(idle, total, 1_000_000_000) / 10 }

    /// When a connection without requests expires.
    func end(opened: MonotonicTime, lastUsed: MonotonicTime) -> MonotonicTime {
        min(opened.advanced(byNanoseconds: total), lastUsed.advanced(byNanoseconds: idle))
    }
}

/// Connections that have expired.
extension SocketTable {
    /// A connection has become idle: schedules the check when it expires.
    mutating func noteIdle(_ entry: Entry) {
        nextExpiry = min(nextExpiry, expiry(of: entry).advanced(byNanoseconds: lifetimes.slack))
    }

    private func expiry(of entry: Entry) -> MonotonicTime {
        lifetimes.end(opened: entry.opened, lastUsed: entry.lastUsed)
    }

    /// The expired connections without requests; schedules the next check.
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

    /// Whether a connection has expired even if its last use was when bytes were last sent on it; otherwise it is
    /// checked again.
    mutating func isIdleForLonger(_ descriptor: Int32, sentBefore moment: MonotonicTime?) -> Bool {
        guard isIdle(descriptor), let moment, moment > entries[Int(descriptor)].lastUsed else { return true }
        entries[Int(descriptor)].lastUsed = moment
        let expiry = expiry(of: entries[Int(descriptor)])
        guard expiry > now else { return true }
        noteIdle(entries[Int(descriptor)])
        return false
    }

    /// A connection has a request although curl wants nothing of it: the request is paused.
    mutating func noteUse(of descriptor: Int32) {
        guard isIdle(descriptor) else { return }
        entries[Int(descriptor)].lastUsed = now
        // A connection at its maximum age is checked repeatedly, but not without a delay.
        let delayEnd = now.advanced(byNanoseconds: 1_000_000_000)
        nextExpiry = min(nextExpiry, max(expiry(of: entries[Int(descriptor)]), delayEnd))
    }

    /// A connection was shut down; curl closes it when it notices.
    mutating func noteEnding(_ descriptor: Int32) {
        if isIdle(descriptor) { entries[Int(descriptor)].isEnding = true }
    }

    /// Whether a connection was shut down but is not closed yet.
    var hasEnding: Bool { entries.contains { $0.isEnding && $0.isIdle } }
}
