#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How many descriptors the process may have open.
enum DescriptorLimit {
    /// How many exchanges at a time are safe: each session takes several descriptors, the system's library ends the
    /// process when it gets none, and the program needs some of its own.
    static var share: Int {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return 64 }
        return max(1, Int(clamping: limit.rlim_cur) / 4)
    }

    #if canImport(Glibc)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif
}
