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

/// The resources that this process alone has used.
struct Usage: Sendable {
    /// CPU time of all threads, in seconds.
    var user: Double
    var system: Double
    /// Context switches, voluntary and forced.
    var switches: Int = 0

    var cpu: Double { user + system }

    static var now: Usage {
        var usage = rusage()
        unsafe getrusage(thisProcess, &usage)
        return Usage(
            user: seconds(usage.ru_utime), system: seconds(usage.ru_stime),
            switches: usage.ru_nvcsw + usage.ru_nivcsw)
    }

    static func - (later: Usage, earlier: Usage) -> Usage {
        Usage(
            user: later.user - earlier.user, system: later.system - earlier.system,
            switches: later.switches - earlier.switches)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
