#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The number of descriptors that this process may have open.
enum DescriptorLimit {
    /// Raises the limit if it is lower (the default on Linux is 1,024); returns whether the system allows that many.
    static func raise(to count: rlim_t) -> Bool {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return false }
        guard limit.rlim_cur < count else { return true }
        limit.rlim_cur = count
        return unsafe setrlimit(resource, &limit) == 0
    }

    #if canImport(Glibc)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif
}
