#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whether the process has descriptors left.
package enum DescriptorShortage {
    /// Why no descriptor is left right now; nil when there is one.
    package static var current: NetworkError? { below(1) }

    /// Why fewer than so many are left right now; nil when there are as many.
    package static func below(_ count: Int) -> NetworkError? {
        var trials: [Int32] = []
        defer { for trial in trials { close(trial) } }
        for _ in 0..<count {
            // That the root folder cannot be opened has no other reason.
            let trial = unsafe open("/", O_RDONLY | O_CLOEXEC)
            guard trial >= 0 else {
                return errno == EMFILE || errno == ENFILE ? .outOfDescriptors(errno) : nil
            }
            trials.append(trial)
        }
        return nil
    }
}

extension NetworkError {
    /// No connection can be made: the process, or with ENFILE the system, has no descriptor for it.
    package static func outOfDescriptors(_ number: Int32) -> Self {
        NetworkError(
            .cannotConnect,
            number == ENFILE
                ? "the system has no file descriptor left (ENFILE)"
                : "the process has no file descriptor left (EMFILE): raise its limit (ulimit -n), "
                    + "or keep fewer files and connections open")
    }
}
