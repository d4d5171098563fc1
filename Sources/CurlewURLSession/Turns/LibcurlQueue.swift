#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The queue on which FoundationNetworking runs the libcurl of one session; it has no public API.
///
/// Dispatch's functions for it are looked up: Swift hides the one that returns the current queue. If they cannot be
/// found, and on Apple's platforms, there is no such queue.
struct LibcurlQueue: Equatable {
    static let label = "MultiHandle.isolation"

    private let address: UInt

    #if os(Linux)
        /// The queue that runs this code; nil if it is any other queue.
        static var current: LibcurlQueue? {
            guard let functions = unsafe Functions.found, let queue = unsafe functions.current(),
                let text = unsafe functions.label(queue), unsafe strcmp(text, label) == 0
            else { return nil }
            return LibcurlQueue(address: UInt(bitPattern: queue))
        }

        /// Keeps the queue from starting more work until it is resumed; a suspended queue keeps itself alive.
        func suspend() { unsafe Functions.found?.suspend(UnsafeRawPointer(bitPattern: address)) }

        /// Call this once for each suspension.
        func resume() { unsafe Functions.found?.resume(UnsafeRawPointer(bitPattern: address)) }

        /// Functions of Dispatch.
        @unsafe private struct Functions {
            static let found = unsafe Functions()

            let current: @convention(c) () -> UnsafeRawPointer?
            let label: @convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?
            let suspend: @convention(c) (UnsafeRawPointer?) -> Void
            let resume: @convention(c) (UnsafeRawPointer?) -> Void

            init?() {
                guard let current = unsafe dlsym(nil, "dispatch_get_current_queue"),
                    let label = unsafe dlsym(nil, "dispatch_queue_get_label"),
                    let suspend = unsafe dlsym(nil, "dispatch_suspend"),
                    let resume = unsafe dlsym(nil, "dispatch_resume")
                else { return nil }
                unsafe self.current = unsafeBitCast(
                    current, to: (@convention(c) () -> UnsafeRawPointer?).self)
                unsafe self.label = unsafeBitCast(
                    label, to: (@convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?).self)
                unsafe self.suspend = unsafeBitCast(
                    suspend, to: (@convention(c) (UnsafeRawPointer?) -> Void).self)
                unsafe self.resume = unsafeBitCast(
                    resume, to: (@convention(c) (UnsafeRawPointer?) -> Void).self)
            }
        }
    #else
        static var current: LibcurlQueue? { nil }

        func suspend() {}

        func resume() {}
    #endif
}
