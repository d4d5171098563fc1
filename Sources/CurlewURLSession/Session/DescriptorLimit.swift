#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The limit of open descriptors of the process.
enum DescriptorLimit {
    /// How many concurrent exchanges are safe: each session needs several descriptors, the system's library ends the
    /// process when it gets none, and the program needs some itself.
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
