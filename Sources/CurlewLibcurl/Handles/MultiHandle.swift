import CCurl

/// Owns the multi handle: the connections, and the transfers that run on them.
///
/// Every call is made on the loop's thread and never from inside one of curl's callbacks.
@safe
struct MultiHandle: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    /// The target of curl's callbacks; it outlives the connections, each of which keeps its own close callback.
    private let callbacks: MultiCallbacks

    /// Makes a handle; nil without memory.
    init?(callbacks: MultiCallbacks) {
        guard let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = unsafe UnsafeMutableRawPointer(pointer)
        self.callbacks = callbacks
        let data = unsafe Unmanaged.passUnretained(callbacks).toOpaque()
        _ = unsafe curlew_multi_set_socket_function(pointer, MultiTrampolines.socket)
        _ = unsafe curlew_multi_set_pointer(pointer, CURLMOPT_SOCKETDATA, data)
        _ = unsafe curlew_multi_set_timer_function(pointer, MultiTrampolines.timer)
        _ = unsafe curlew_multi_set_pointer(pointer, CURLMOPT_TIMERDATA, data)
    }

    deinit {
        // Closing the connections calls back into the object.
        withExtendedLifetime(callbacks) { _ = unsafe curl_multi_cleanup(pointer) }
    }

    func set(_ option: CURLMoption, _ value: Int) {
        _ = unsafe curlew_multi_set_long(pointer, option, value)
    }

    /// Starts a transfer; returns false if curl refuses.
    func add(_ easy: borrowing EasyHandle) -> Bool {
        unsafe easy.join(pointer)
    }

    /// Ends a transfer in any state; a connection in the middle of an exchange is closed.
    func remove(_ easy: borrowing EasyHandle) {
        unsafe easy.leave(pointer)
    }

    /// Lets curl act on a descriptor with events of `CURL_CSELECT_…`, or on its timers with `CURL_SOCKET_TIMEOUT`.
    func act(on descriptor: Int32, events: Int32 = 0) {
        var running: Int32 = 0
        _ = unsafe curl_multi_socket_action(pointer, descriptor, events, &running)
    }

    /// Lets a paused transfer continue in both directions; curl may call back at once.
    func unpause(_ easy: borrowing EasyHandle) { easy.pause(CURLPAUSE_CONT) }

    /// Makes curl receive nothing more for a transfer until it is unpaused.
    func pauseReceiving(_ easy: borrowing EasyHandle) { easy.pause(CURLPAUSE_RECV) }

    /// Ends the wait of `curl_multi_poll`.
    func wake() { _ = unsafe curl_multi_wakeup(pointer) }

    /// Clears all calls of `wake`.
    func acknowledgeWakeups() { _ = unsafe curl_multi_poll(pointer, nil, 0, 0, nil) }

    /// The callbacks of the next transfer or lookup that has ended, and its result; nil if there is none.
    func nextDone() -> (callbacks: EasyCallbacks, result: CURLcode)? {
        var remaining: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &remaining) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle
            else { continue }
            var data: UnsafeMutableRawPointer?
            _ = unsafe curlew_easy_get_pointer(easy, CURLINFO_PRIVATE, &data)
            guard let callbacks = unsafe EasyTrampolines.withCallbacks(in: data, { $0 }) else { continue }
            return unsafe (callbacks, curlew_message_result(message))
        }
        return nil
    }
}
