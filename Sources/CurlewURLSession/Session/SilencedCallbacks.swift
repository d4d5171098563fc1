import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// While FoundationNetworking frees a session, libcurl (seen with 8.14.1) announces the sockets of TLS connections that
/// it ends, and the callback, which retains the object that is being freed, aborts the process
/// (swift-corelibs-foundation#5203).
///
/// The callbacks of a session without tasks are removed, on the queue that runs its libcurl. They have no public API: if
/// the session's parts have other names, nothing is done.
enum SilencedCallbacks {
    static func remove(from session: URLSession) {
        #if os(Linux)
            guard let multi = Mirror(reflecting: session).descendant("multiHandle"),
                let handle = unsafe Mirror(reflecting: multi).descendant("rawHandle")
                    as? UnsafeMutableRawPointer,
                let queue = Mirror(reflecting: multi).descendant("queue") as? DispatchQueue,
                let symbol = unsafe dlsym(nil, "curl_multi_setopt")
            else { return }
            let address = UInt(bitPattern: handle)
            let function = UInt(bitPattern: symbol)
            queue.async {
                guard let handle = unsafe UnsafeMutableRawPointer(bitPattern: address),
                    let symbol = unsafe UnsafeMutableRawPointer(bitPattern: function)
                else { return }
                let setOption = unsafe unsafeBitCast(symbol, to: Setter.self)
                for option in options { _ = unsafe setOption(handle, option, nil) }
                withExtendedLifetime(session) {}
            }
        #endif
    }

    private typealias Setter =
        @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer?) -> Int32

    /// The numbers of CURLMOPT_SOCKETFUNCTION and CURLMOPT_TIMERFUNCTION.
    private static let options: [Int32] = [20_001, 20_004]
}
