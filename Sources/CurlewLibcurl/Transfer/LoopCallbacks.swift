import CCurl
import CurlewTransport

/// What curl's callbacks report to the loop, which acts on it after the call into curl has returned.
///
/// It makes no call into curl: callbacks that do are refused or recurse.
final class LoopCallbacks: MultiCallbacks {
    // Unchecked for the reason that `Transfer` gives.
    @safe @exclusivity(unchecked) var sockets = SocketTable()
    /// When curl wants its timers checked.
    var timer = MonotonicTime.distantFuture
    /// The moment at which this turn began; one reading of the clock serves the whole turn.
    var now = MonotonicTime.now {
        didSet { sockets.now = now }
    }
    var connections = ConnectionDescriptions()
    var pathScopes = PathScopes()
    /// The known addresses of hosts, and the transfers whose sockets are being connected to one of several.
    var addresses = AddressBook()
    var connecting: [Int32: Transfer] = [:]
    /// The hosts for which requests wait for the first ready connection, and the ready connections.
    var awaitedHosts: Set<String> = []
    var readyConnections: [ReadyConnection] = []
    /// The transfers that have something to deliver.
    var touched: [Transfer] = []

    /// Takes the list in exchange for an empty one, whose storage is reused.
    func exchangeTouched(for other: inout [Transfer]) { swap(&touched, &other) }

    /// A descriptor that is not a connection is one end of a lookup's pair.
    override func wants(_ events: Int32, of descriptor: Int32) {
        let interest = events == CURL_POLL_REMOVE ? [] : SocketTable.Interest(rawValue: events & 3)
        if !interest.isEmpty, !sockets.isConnection(descriptor) { SocketPair(descriptor).closeOnExec() }
        sockets.wants(interest, of: descriptor)
    }

    override func setTimer(_ milliseconds: Int) {
        timer =
            milliseconds < 0 ? .distantFuture : now.advanced(byNanoseconds: Int64(milliseconds) * 1_000_000)
    }

    override func closing(_ descriptor: Int32) {
        sockets.closed(descriptor)
        guard !connecting.isEmpty else { return }
        connecting.removeValue(forKey: descriptor)?.attemptEnded(descriptor)
    }
}
