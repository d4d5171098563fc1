import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What curl's callbacks have to say to the loop, which acts on it after the call into curl has returned.
///
/// It makes no call into curl: callbacks that do are refused or recurse.
final class LoopCallbacks {
    // Unchecked for the reason that `Transfer` gives.
    @safe @exclusivity(unchecked) var sockets = SocketTable()
    /// When curl wants its timers looked at.
    var timer = MonotonicTime.distantFuture
    /// The moment at which this turn began; one reading of the clock serves the whole turn.
    var now = MonotonicTime.now {
        didSet { sockets.now = now }
    }
    var connections = ConnectionDescriptions()
    /// Whether curl's log tells of TLS, which depends on its TLS library.
    var showsTLS = false
    /// What is known of the addresses of names, and whose sockets are being connected to one of several.
    var addresses = AddressBook()
    var connecting: [Int32: Transfer] = [:]
    /// The hosts to which requests wait for whichever connection is ready first, and those that are ready.
    var awaitedHosts: Set<String> = []
    var readyConnections: [ReadyConnection] = []
    /// Whether a lookup has refused an address.
    var hasStalledLookups = false
    /// The transfers that have something to hand over.
    var touched: [Transfer] = []

    /// Takes the list by exchanging it for an empty one, whose storage is used again.
    func exchangeTouched(for other: inout [Transfer]) { swap(&touched, &other) }

    static let socketFunction:
        @convention(c) (
            UnsafeMutableRawPointer?, curl_socket_t, Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Int32 = { _, descriptor, what, data, _ in
            let interest = what == CURL_POLL_REMOVE ? [] : SocketTable.Interest(rawValue: what & 3)
            unsafe callbacks(data)?.wants(interest, of: descriptor)
            return 0
        }

    static let timerFunction:
        @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32 = {
            _, milliseconds, data in
            unsafe callbacks(data)?.setTimer(milliseconds)
            return 0
        }

    static let closeSocketFunction: @convention(c) (UnsafeMutableRawPointer?, curl_socket_t) -> Int32 = {
        data, descriptor in
        unsafe callbacks(data)?.closed(descriptor)
        return close(descriptor)
    }

    private func closed(_ descriptor: Int32) {
        sockets.closed(descriptor)
        guard !connecting.isEmpty else { return }
        connecting.removeValue(forKey: descriptor)?.attemptEnded(descriptor)
    }

    private static func callbacks(_ data: UnsafeMutableRawPointer?) -> LoopCallbacks? {
        unsafe data.map { unsafe Unmanaged<LoopCallbacks>.fromOpaque($0).takeUnretainedValue() }
    }

    /// What is no connection is one end of a lookup's pair.
    private func wants(_ interest: SocketTable.Interest, of descriptor: Int32) {
        if !interest.isEmpty, !sockets.isConnection(descriptor) { SocketPair(descriptor).closeOnExec() }
        sockets.wants(interest, of: descriptor)
    }

    private func setTimer(_ milliseconds: Int) {
        timer =
            milliseconds < 0 ? .distantFuture : now.advanced(byNanoseconds: Int64(milliseconds) * 1_000_000)
    }
}
