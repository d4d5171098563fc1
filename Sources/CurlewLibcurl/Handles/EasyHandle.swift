import CCurl

/// Owns one easy handle: the options and the state of one transfer at a time.
@safe
struct EasyHandle: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    /// Where curl writes the text of an error; it must live as long as the handle.
    private let errorBuffer: UnsafeMutablePointer<CChar>
    /// Where curl's functions find the callbacks; its address stays the same from transfer to transfer.
    private let slot: UnsafeMutablePointer<UnsafeRawPointer?>

    /// Makes a handle; nil without memory.
    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = unsafe UnsafeMutableRawPointer(pointer)
        unsafe errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe slot = .allocate(capacity: 1)
        unsafe slot.initialize(to: nil)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe errorBuffer.deallocate()
        unsafe slot.deallocate()
    }

    /// Resets every option; connections belong to the multi handle and are kept.
    func reset() throws(RefusedOption) {
        unsafe curl_easy_reset(pointer)
        unsafe try set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
            CURLOPT_PREREQDATA, CURLOPT_XFERINFODATA, CURLOPT_DEBUGDATA, CURLOPT_SOCKOPTDATA,
            CURLOPT_OPENSOCKETDATA,
            CURLOPT_RESOLVER_START_DATA,
        ] {
            unsafe try set(option, pointer: slot)
        }
    }

    /// Sets the options of every handle after a reset.
    func setDefaults() throws(RefusedOption) {
        try set(CURLOPT_NOSIGNAL, 1)
        try setProtocols()
        // Without it libcurl reads the proxy variables of the environment on every transfer.
        try set(CURLOPT_NOPROXY, "*")
        // Every limit is the loop's own: curl's do not run while a transfer is queued. 0 would mean curl's 300 s.
        try set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
        // Cleared by every reset. Without it a cancelled lookup blocks the loop until the resolver is done.
        try set(.quickExit, 1)
    }

    private func setProtocols() throws(RefusedOption) {
        if let option = NewerOption.protocols.number { return try set(option, "http,https") }
        try set(curlew_option_protocols(), curlew_http_protocols())
    }

    /// Sets the callbacks of the next transfer, which must be kept until `end`, and clears the last error.
    func begin(_ callbacks: EasyCallbacks) {
        unsafe errorBuffer[0] = 0
        unsafe slot.pointee = unsafe UnsafeRawPointer(Unmanaged.passUnretained(callbacks).toOpaque())
    }

    /// The transfer has ended: curl no longer finds its callbacks.
    func end() {
        unsafe slot.pointee = nil
    }

    /// curl's text for the last failure; empty if there is none.
    var errorText: String { unsafe String(cString: errorBuffer) }
}

extension EasyHandle {
    func set(_ option: CURLoption, _ value: Int) throws(RefusedOption) {
        try Self.check(option, unsafe curlew_easy_set_long(pointer, option, value))
    }

    /// Does nothing if the headers lack the option.
    func set(_ option: NewerOption, _ value: Int) throws(RefusedOption) {
        if let number = option.number { try set(number, value) }
    }

    func set(_ option: CURLoption, offset value: Int64) throws(RefusedOption) {
        try Self.check(option, unsafe curlew_easy_set_offset(pointer, option, curl_off_t(value)))
    }

    /// curl copies the text.
    func set(_ option: CURLoption, _ value: String) throws(RefusedOption) {
        // Passed directly, the string would be copied into an array first.
        let result = unsafe value.withCString { unsafe curlew_easy_set_string(pointer, option, $0) }
        try Self.check(option, result)
    }

    /// Sets a text or none, overriding libcurl's default.
    func set(_ option: CURLoption, _ value: String?) throws(RefusedOption) {
        if let value { return try set(option, value) }
        try Self.check(option, unsafe curlew_easy_set_string(pointer, option, nil))
    }

    private func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) throws(RefusedOption) {
        try Self.check(option, unsafe curlew_easy_set_pointer(pointer, option, value))
    }

    /// curl does not copy the bytes: they must stay in place while the handle has the option.
    func set(_ option: CURLoption, uncopied bytes: UnsafeMutableRawBufferPointer) throws(RefusedOption) {
        try Self.check(
            option, unsafe curlew_easy_set_bytes(pointer, option, bytes.baseAddress, bytes.count))
    }

    /// Gives curl a small body, which it copies.
    func setBody(_ body: UnsafeRawBufferPointer) throws(RefusedOption) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count))
        // An empty body still needs an address: without one curl would call the read callback.
        guard let start = body.baseAddress, unsafe !body.isEmpty else {
            return try set(CURLOPT_COPYPOSTFIELDS, "")
        }
        let result = unsafe curlew_easy_set_string(
            pointer, CURLOPT_COPYPOSTFIELDS, start.assumingMemoryBound(to: CChar.self))
        try Self.check(CURLOPT_COPYPOSTFIELDS, result)
    }

    /// Overrides for name lookups; the list must live for the whole transfer.
    func set(nameOverrides: borrowing StringList) throws(RefusedOption) {
        unsafe try set(CURLOPT_RESOLVE, pointer: nameOverrides.first)
    }

    /// Other hosts to connect to; the list must live for the whole transfer.
    func set(connectTo: borrowing StringList) throws(RefusedOption) {
        unsafe try set(CURLOPT_CONNECT_TO, pointer: connectTo.first)
    }

    /// The list must live for the whole transfer.
    func set(fields: borrowing FieldList) throws(RefusedOption) {
        try Self.check(CURLOPT_HTTPHEADER, unsafe curlew_easy_set_fields(pointer, fields.first))
    }

    private static func check(_ option: CURLoption, _ result: CURLcode) throws(RefusedOption) {
        guard result == CURLE_OK else { throw RefusedOption(option: option, result: result) }
    }
}

/// The callbacks.
extension EasyHandle {
    /// Makes curl call the callbacks that `begin` sets, and those of a multi handle when a socket is closed.
    func setCallbacks(closing callbacks: MultiCallbacks) throws(RefusedOption) {
        unsafe try setTransferFunction(CURLOPT_WRITEFUNCTION, EasyTrampolines.write)
        unsafe try setTransferFunction(CURLOPT_HEADERFUNCTION, EasyTrampolines.header)
        unsafe try setTransferFunction(CURLOPT_READFUNCTION, EasyTrampolines.read)
        try Self.check(
            CURLOPT_SEEKFUNCTION, unsafe curlew_easy_set_seek_function(pointer, EasyTrampolines.seek))
        try Self.check(
            CURLOPT_PREREQFUNCTION, unsafe curlew_easy_set_prereq_function(pointer, EasyTrampolines.prereq))
        try Self.check(
            CURLOPT_RESOLVER_START_FUNCTION,
            unsafe curlew_easy_set_resolver_start_function(pointer, EasyTrampolines.resolverStart))
        try setSocketCallback()
        try Self.check(
            CURLOPT_SOCKOPTFUNCTION,
            unsafe curlew_easy_set_socket_options_function(pointer, EasyTrampolines.socketOptions))
        try setClosing(callbacks)
    }

    private func setTransferFunction(
        _ option: CURLoption, _ function: curlew_transfer_function
    ) throws(RefusedOption) {
        try Self.check(option, unsafe curlew_easy_set_transfer_function(pointer, option, function))
    }

    /// Makes curl call only `socketWanted`.
    func setSocketCallback() throws(RefusedOption) {
        try Self.check(
            CURLOPT_OPENSOCKETFUNCTION,
            unsafe curlew_easy_set_open_socket_function(pointer, EasyTrampolines.openSocket))
    }

    /// A connection outlives the transfer that opened it.
    private func setClosing(_ callbacks: MultiCallbacks) throws(RefusedOption) {
        let data = unsafe Unmanaged.passUnretained(callbacks).toOpaque()
        unsafe try set(CURLOPT_CLOSESOCKETDATA, pointer: data)
        try Self.check(
            CURLOPT_CLOSESOCKETFUNCTION,
            unsafe curlew_easy_set_close_socket_function(pointer, MultiTrampolines.closeSocket))
    }

    /// Makes curl call `progressed`.
    func setProgressCallback() throws(RefusedOption) {
        try set(CURLOPT_NOPROGRESS, 0)
        try Self.check(
            CURLOPT_XFERINFOFUNCTION,
            unsafe curlew_easy_set_progress_function(pointer, EasyTrampolines.progress))
    }

    /// Makes curl call `remarked`.
    func setRemarkCallback() throws(RefusedOption) {
        try set(CURLOPT_VERBOSE, 1)
        try Self.check(
            CURLOPT_DEBUGFUNCTION, unsafe curlew_easy_set_debug_function(pointer, EasyTrampolines.debug))
    }

    /// Makes the transfer fail instead of opening a connection.
    func refuseSockets() throws(RefusedOption) {
        try Self.check(CURLOPT_OPENSOCKETFUNCTION, unsafe curlew_easy_refuse_sockets(pointer))
    }
}

/// For `MultiHandle`, whose pointer these functions take.
extension EasyHandle {
    func join(_ multi: UnsafeMutableRawPointer) -> Bool {
        unsafe curl_multi_add_handle(multi, pointer) == CURLM_OK
    }

    func leave(_ multi: UnsafeMutableRawPointer) {
        _ = unsafe curl_multi_remove_handle(multi, pointer)
    }

    func pause(_ directions: Int32) {
        _ = unsafe curl_easy_pause(pointer, directions)
    }
}

/// The information about a transfer.
extension EasyHandle {
    func long(_ info: CURLINFO) -> Int {
        var value = 0
        _ = unsafe curlew_easy_get_long(pointer, info, &value)
        return value
    }

    func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        _ = unsafe curlew_easy_get_offset(pointer, info, &value)
        return Int64(value)
    }

    /// Lends a text value, which ends with a zero; curl owns it.
    func withText<Value>(_ info: CURLINFO, _ body: (UnsafePointer<CChar>?) -> Value) -> Value {
        var text: UnsafePointer<CChar>?
        _ = unsafe curlew_easy_get_string(pointer, info, &text)
        return unsafe body(text)
    }

    /// Lends OpenSSL's object of the transfer's connection; nil without one, or if libcurl uses another library.
    func withOpenSSLSession<Value>(_ body: (UnsafeMutableRawPointer) -> Value?) -> Value? {
        var data: UnsafeMutableRawPointer?
        _ = unsafe curlew_easy_get_pointer(pointer, CURLINFO_TLS_SSL_PTR, &data)
        guard let info = unsafe data?.assumingMemoryBound(to: curl_tlssessioninfo.self).pointee,
            unsafe info.backend == CURLSSLBACKEND_OPENSSL, let session = unsafe info.internals
        else { return nil }
        return unsafe body(session)
    }
}
