/// What curl calls back for a multi handle and its connections.
///
/// Each method runs inside a call into curl and must not call curl. The object outlives the connections, each of which keeps
/// its own close callback.
class MultiCallbacks {
    /// curl wants events of `CURL_POLL_…` of a descriptor, or `CURL_POLL_REMOVE` when it is done with it.
    func wants(_ events: Int32, of descriptor: Int32) {}

    /// curl wants its timers looked at in n milliseconds; negative for never.
    func setTimer(_ milliseconds: Int) {}

    /// A connection is about to be closed.
    func closing(_ descriptor: Int32) {}
}
