#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whether the process has a descriptor left.
package enum DescriptorShortage {
    /// Why no descriptor is left right now; nil if there is one.
    package static var current: NetworkError? {
        // Opening the root folder fails for no other reason.
        let trial = unsafe open("/", O_RDONLY | O_CLOEXEC)
        guard trial < 0 else {
            close(trial)
            return nil
        }
        return errno == EMFILE || errno == ENFILE ? .outOfDescriptors(errno) : nil
    }
}

extension NetworkError {
    /// No connection can be made: the process, or with ENFILE the system, has no descriptor left.
    package static func outOfDescriptors(_ number: Int32) -> Self {
        NetworkError(
            .cannotConnect,
            number == ENFILE
                ? "the system has no file descriptor left (ENFILE)"
                : "the process has no file descriptor left (EMFILE): raise its limit (ulimit -n), "
                    + "or keep fewer files and connections open")
    }
}
