import CCurl

/// libcurl counts the lookups of names as connections, also those that no transfer waits for any more, and at its limit closes
/// an idle connection that is still good.
///
/// The limit that curl gets is larger by the lookups, and none while `ConnectionSweep` begins a transfer that opens no
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

    /// Sets the limit while n lookups are under way.
    func apply(to multi: borrowing MultiHandle, lookups: Int) {
        guard let most else { return }
        multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, min(most, Int(Int32.max)) + lookups)
    }

    /// Sets no limit until `apply`.
    func lift(from multi: borrowing MultiHandle) {
        if most != nil { multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, 0) }
    }
}
