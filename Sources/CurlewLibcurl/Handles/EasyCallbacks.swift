/// The callbacks of one easy handle, for a transfer or a lookup.
///
/// Each method runs inside a call into curl and must not call curl, except to read figures of its own handle. It is a class
/// since curl keeps one pointer: calling a superclass's method costs one load more than calling the object's own.
class EasyCallbacks {
    enum WriteResult {
        case taken
        /// curl keeps the bytes and delivers them again.
        case pause
        case fail
    }

    enum ReadResult {
        /// n bytes were written into the buffer; 0 is the end.
        case bytes(Int)
        case pause
        case fail
    }

    /// A line of a head or trailer section; returns whether curl is to continue.
    func lineReceived(_ line: UnsafeRawBufferPointer) -> Bool { true }

    /// Bytes of the response's body.
    func bodyReceived(_ bytes: UnsafeRawBufferPointer) -> WriteResult { .taken }

    /// curl requests bytes of the request's body.
    func bodyWanted(_ buffer: UnsafeMutableRawBufferPointer) -> ReadResult { .bytes(0) }

    /// curl resends the request's body from an offset; returns whether that is possible.
    func rewind(to offset: Int64) -> Bool { false }

    /// curl is about to look up the host; returns whether it may.
    func mayLookUp() -> Bool { true }

    /// curl wants a socket to connect to an address; returns its descriptor, -1 for none.
    func socketWanted(for address: borrowing OfferedAddress) -> Int32 { address.openSocket() }

    /// curl has taken the socket.
    func socketOpened(_ descriptor: Int32) {}

    /// A connection is ready and curl is about to send the request; returns whether it may.
    func attemptStarted() -> Bool { true }

    /// curl has sent or received bytes, or the end of them.
    func progressed() {}

    /// curl has written to its log.
    func remarked(_ remark: CurlRemark) {}
}
