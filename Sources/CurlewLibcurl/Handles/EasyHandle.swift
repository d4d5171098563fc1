import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Owns one easy handle: the options and the state of one transfer at a time.
@safe
struct EasyHandle: ~Copyable {
    /// curl's handle; only `MultiHandle` and this type see it.
    let pointer: UnsafeMutableRawPointer
    /// Where curl writes the text of an error; it must live as long as the handle.
    private let errorBuffer: UnsafeMutablePointer<CChar>
    /// Where curl's callbacks find the transfer; its address stays while transfers come and go.
    private let transferSlot: UnsafeMutablePointer<UnsafeRawPointer?>

    /// Makes a handle; nil when curl cannot, that is without memory.
    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = unsafe UnsafeMutableRawPointer(pointer)
        unsafe errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe transferSlot = .allocate(capacity: 1)
        unsafe transferSlot.initialize(to: nil)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe errorBuffer.deallocate()
        unsafe transferSlot.deallocate()
    }

    /// Forgets every option; connections, which belong to the multi handle, stay.
    func reset() throws(RefusedOption) {
        unsafe curl_easy_reset(pointer)
        unsafe try set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
            CURLOPT_PREREQDATA, CURLOPT_DEBUGDATA, CURLOPT_SOCKOPTDATA, CURLOPT_OPENSOCKETDATA,
            CURLOPT_RESOLVER_START_DATA,
        ] {
            unsafe try set(option, pointer: transferSlot)
        }
    }

    /// Sets what holds for every handle after a reset.
    func setDefaults() throws(RefusedOption) {
        try set(CURLOPT_NOSIGNAL, 1)
        try Self.check(CURLOPT_PROTOCOLS, unsafe curlew_easy_set_http_only(pointer))
        // Without it libcurl reads the proxy variables of the environment on every transfer.
        try set(CURLOPT_NOPROXY, "*")
        // Every limit is the loop's own: curl's do not run while a transfer is queued. 0 would mean curl's 300 s.
        try set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
        // Cleared by every reset. Without it a cancelled lookup stalls the loop until the resolver is done.
        try Self.check(CURLOPT_NOSIGNAL, unsafe curlew_easy_set_quick_exit(pointer))
    }

    /// Says whose transfer the next one is, which is not kept alive by it, and forgets the last error.
    func begin(_ transfer: Transfer) {
        unsafe errorBuffer[0] = 0
        unsafe transferSlot.pointee = unsafe UnsafeRawPointer(Unmanaged.passUnretained(transfer).toOpaque())
    }

    /// Does something with the transfer whose slot a callback was given; nil without one.
    ///
    /// The loop keeps the transfer alive as long as its handle is with curl, so it need not be retained for each callback,
    /// of which a small answer makes ten: hence the standard library's `_withUnsafeGuaranteedRef`.
    static func withTransfer<Result>(
        in slot: UnsafeMutableRawPointer?, _ body: (Transfer) -> Result
    ) -> Result? {
        guard let slot = unsafe slot?.assumingMemoryBound(to: UnsafeRawPointer?.self),
            let transfer = unsafe slot.pointee
        else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(transfer)._withUnsafeGuaranteedRef { body($0) }
    }

    /// The transfer has ended: no callback finds it any more.
    func end() {
        unsafe transferSlot.pointee = nil
    }

    /// Whether the last transfer has left nothing behind.
    ///
    /// A handle that still holds a read buffer, as those of HTTP/2 transfers can, refuses even the size that it has, and
    /// clearing its options would not make the buffer fit.
    func hasReleasedItsBuffer(of size: Int) -> Bool {
        unsafe curlew_easy_set_long(pointer, CURLOPT_BUFFERSIZE, size) == CURLE_OK
    }

    /// The number by which curl's messages name it.
    var number: UInt { unsafe UInt(bitPattern: pointer) }

    /// What curl says of the last failure; empty when it says nothing.
    var errorText: String { unsafe String(cString: errorBuffer) }
}

/// An option that this libcurl refused.
struct RefusedOption: Error {
    let option: CURLoption
    let result: CURLcode
}

extension EasyHandle {
    func set(_ option: CURLoption, _ value: Int) throws(RefusedOption) {
        try Self.check(option, unsafe curlew_easy_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, offset value: Int64) throws(RefusedOption) {
        try Self.check(option, unsafe curlew_easy_set_offset(pointer, option, curl_off_t(value)))
    }

    /// curl copies the text.
    func set(_ option: CURLoption, _ value: String) throws(RefusedOption) {
        // Passed as it is, the string would be copied into an array first.
        let result = unsafe value.withCString { unsafe curlew_easy_set_string(pointer, option, $0) }
        try Self.check(option, result)
    }

    /// The same for a text that may be missing, whatever libcurl would use by default.
    func set(_ option: CURLoption, _ value: String?) throws(RefusedOption) {
        if let value { return try set(option, value) }
        try Self.check(option, unsafe curlew_easy_set_string(pointer, option, nil))
    }

    /// The pointer must stay valid for the whole transfer.
    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) throws(RefusedOption) {
        try Self.check(option, unsafe curlew_easy_set_pointer(pointer, option, value))
    }

    /// The list must live for the whole transfer.
    func set(fields: borrowing FieldList) throws(RefusedOption) {
        try Self.check(CURLOPT_HTTPHEADER, unsafe curlew_easy_set_fields(pointer, fields.first))
    }

    static func check(_ option: CURLoption, _ result: CURLcode) throws(RefusedOption) {
        guard result == CURLE_OK else { throw RefusedOption(option: option, result: result) }
    }

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

    /// The ends of the transfer's connection.
    var ends: ConnectionEnds {
        var text: UnsafePointer<CChar>?
        _ = unsafe curlew_easy_get_string(pointer, CURLINFO_PRIMARY_IP, &text)
        return ConnectionEnds(
            localPort: long(CURLINFO_LOCAL_PORT), remotePort: long(CURLINFO_PRIMARY_PORT),
            remoteAddress: unsafe text.map { unsafe .init(text: $0) } ?? .init())
    }

    /// Whether a text figure is the given text, which ends with a zero; without making a string of it.
    func equals(_ info: CURLINFO, _ text: ContiguousArray<CChar>) -> Bool {
        var value: UnsafePointer<CChar>?
        _ = unsafe curlew_easy_get_string(pointer, info, &value)
        guard let value = unsafe value else { return false }
        return unsafe text.withUnsafeBufferPointer { text in
            guard let text = text.baseAddress else { return false }
            return unsafe strcmp(value, text) == 0
        }
    }

    func string(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        _ = unsafe curlew_easy_get_string(pointer, info, &value)
        return unsafe value.map { unsafe String(cString: $0) }
    }
}
