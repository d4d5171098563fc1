#if canImport(Darwin)
    import Darwin
    private let thisProcess = RUSAGE_SELF
#elseif canImport(Musl)
    import Musl
    private let thisProcess = RUSAGE_SELF
#else
    import Glibc
    private let thisProcess = RUSAGE_SELF.rawValue
#endif

/// What this process has used of the processors.
enum CPUTime {
    /// User and system time of all threads, in seconds.
    static var now: Double {
        var usage = rusage()
        unsafe getrusage(thisProcess, &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
