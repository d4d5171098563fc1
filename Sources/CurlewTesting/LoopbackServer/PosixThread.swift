#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Starts detached threads with a small stack by default, since thousands of them may wait at a time.
enum PosixThread {
    /// Starts a thread that runs `body` and ends; returns whether it could be started.
    static func start(stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setstacksize(&attributes, stackSize)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = unsafe Unmanaged.passRetained(Body(body))
        var thread = notStarted
        let result = unsafe pthread_create(&thread, &attributes, { unsafe threadMain($0) }, box.toOpaque())
        if result != 0 { unsafe box.release() }
        return result == 0
    }

    #if canImport(Darwin)
        private static var notStarted: pthread_t? { nil }
    #else
        private static var notStarted: pthread_t { pthread_t() }
    #endif

    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}

private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let body = unsafe Unmanaged<PosixThread.Body>.fromOpaque(argument).takeRetainedValue()
    body.run()
    return nil
}
