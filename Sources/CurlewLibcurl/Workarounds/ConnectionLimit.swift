import CCurl

/// libcurl counts name lookups as connections, even those that no transfer waits for, and at its limit closes an idle
/// connection that is still usable.
///
/// The limit for curl is increased by the lookups, and lifted while `ConnectionSweep` starts a transfer that opens no
/// connection.
///
/// Seen with 7.88.1; active with every version.
///
/// It has no row in `LibcurlHazard`: it concerns only lookups and sweeps of this transport.
struct ConnectionLimit {
    /// Nil for no limit.
    private let most: Int?

    init(_ most: Int?) {
        self.most = most
    }

    /// Sets the limit while n lookups run.
    func apply(to multi: borrowing MultiHandle, lookups: Int) {
        guard let most else { return }
        multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, min(most, Int(Int32.max)) + lookups)
    }

    /// Removes the limit until `apply`.
    func lift(from multi: borrowing MultiHandle) {
        if most != nil { multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, 0) }
    }
}
