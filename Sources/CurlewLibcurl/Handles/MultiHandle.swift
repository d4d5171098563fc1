import CCurl
import CurlewTransport

/// Owns the multi handle: the connections, and the transfers that are under way on them.
///
/// Every call is made on the loop's thread and never from inside one of curl's callbacks.
@safe
struct MultiHandle: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    /// What curl's callbacks write to; it outlives the connections, each of which keeps its own close callback.
    private let callbacks: LoopCallbacks

    /// Makes a handle; nil when curl cannot, that is without memory.
    init?(callbacks: LoopCallbacks) {
        guard let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = unsafe UnsafeMutableRawPointer(pointer)
        self.callbacks = callbacks
        let data = unsafe Unmanaged.passUnretained(callbacks).toOpaque()
        _ = unsafe curlew_multi_set_socket_function(pointer, LoopCallbacks.socketFunction)
        _ = unsafe curlew_multi_set_pointer(pointer, CURLMOPT_SOCKETDATA, data)
        _ = unsafe curlew_multi_set_timer_function(pointer, LoopCallbacks.timerFunction)
        _ = unsafe curlew_multi_set_pointer(pointer, CURLMOPT_TIMERDATA, data)
        hideWakeupPair()
    }

    /// Only `curl_multi_poll` waits for it, and nothing else calls that; the second call takes the bytes away again.
    ///
    /// One handle at a time: two that are woken together cannot be told from each other.
    private func hideWakeupPair() {
        Self.isHidingWakeupPair.withLock { _ in
            SocketPair(wokenBy: { _ = unsafe curl_multi_wakeup(pointer) })?.closeOnExec()
            _ = unsafe curl_multi_poll(pointer, nil, 0, 0, nil)
        }
    }

    private static let isHidingWakeupPair = Lock(())

    deinit {
        // Closing the connections calls back into the object.
        withExtendedLifetime(callbacks) { _ = unsafe curl_multi_cleanup(pointer) }
    }

    func set(_ option: CURLMoption, _ value: Int) {
        _ = unsafe curlew_multi_set_long(pointer, option, value)
    }

    /// Starts a transfer; false when curl refuses.
    func add(_ easy: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(pointer, easy.pointer) == CURLM_OK
    }

    /// Ends a transfer, whatever its state; a connection in the middle of an exchange is closed.
    func remove(_ easy: borrowing EasyHandle) {
        _ = unsafe curl_multi_remove_handle(pointer, easy.pointer)
    }

    /// Lets curl act on a descriptor with events of `CURL_CSELECT_…`, or on its timers with `CURL_SOCKET_TIMEOUT`.
    func act(on descriptor: Int32, events: Int32 = 0) {
        var running: Int32 = 0
        _ = unsafe curl_multi_socket_action(pointer, descriptor, events, &running)
    }

    /// Lets a paused transfer go on in both directions; curl may call back at once.
    func unpause(_ easy: borrowing EasyHandle) {
        _ = unsafe curl_easy_pause(easy.pointer, CURLPAUSE_CONT)
    }

    /// Has curl look at a handle again for which it would wait without need.
    ///
    /// libcurl 7.88 turns to the next address of a name only with the next event of its socket, which there is not.
    func stir(_ easy: borrowing EasyHandle) {
        _ = unsafe curl_easy_pause(easy.pointer, CURLPAUSE_RECV)
        _ = unsafe curl_easy_pause(easy.pointer, CURLPAUSE_CONT)
    }

    /// What a handle was used for.
    enum Done {
        case transfer(Transfer, CURLcode)
        /// Of the handle with this number.
        case lookup(UInt, CURLcode)
    }

    /// The next transfer or lookup that has ended, with its result.
    func nextDone() -> Done? {
        var remaining: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &remaining) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle
            else {
                continue
            }
            var data: UnsafeMutableRawPointer?
            _ = unsafe curlew_easy_get_pointer(easy, CURLINFO_PRIVATE, &data)
            let result = unsafe curlew_message_result(message)
            guard let transfer = unsafe EasyHandle.withTransfer(in: data, { $0 }) else {
                return unsafe .lookup(UInt(bitPattern: easy), result)
            }
            return .transfer(transfer, result)
        }
        return nil
    }
}
