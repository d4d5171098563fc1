#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import CCurl
    import Musl
#else
    import CCurl
    import Glibc
#endif

/// A descriptor that other threads make readable to wake the loop: an eventfd on Linux, a pipe elsewhere.
struct WakeupDescriptor: ~Copyable, Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// Makes a descriptor; nil if the process has none left.
    init?() {
        #if os(Linux)
            // Until the fields have values nothing is closed, which would change errno.
            let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
            guard descriptor >= 0 else { return nil }
            readEnd = descriptor
            writeEnd = descriptor
        #else
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            readEnd = ends[0]
            writeEnd = ends[1]
        #endif
    }

    deinit {
        close(readEnd)
        if writeEnd != readEnd { close(writeEnd) }
    }

    func signal() {
        var one: UInt64 = 1
        _ = unsafe write(writeEnd, &one, MemoryLayout<UInt64>.size)
    }

    func drain() {
        var count: UInt64 = 0
        _ = unsafe read(readEnd, &count, MemoryLayout<UInt64>.size)
    }
}
