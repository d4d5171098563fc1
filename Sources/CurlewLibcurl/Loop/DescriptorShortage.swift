import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whether the process has a descriptor left.
enum DescriptorShortage {
    /// Why no descriptor is left right now; nil when there is one.
    static var current: NetworkError? {
        // That the root folder cannot be opened has no other reason.
        let trial = unsafe open("/", O_RDONLY | O_CLOEXEC)
        guard trial < 0 else {
            close(trial)
            return nil
        }
        return errno == EMFILE || errno == ENFILE ? .noLoop(errno) : nil
    }
}
