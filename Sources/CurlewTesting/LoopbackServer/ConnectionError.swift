#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension LoopbackServer {
    /// Why the server could not start.
    public struct StartError: Error, Hashable, CustomStringConvertible {
        /// The error number of the system call that failed, such as `EADDRINUSE`.
        public let errno: Int32

        /// A readable description.
        public var description: String {
            "the loopback server cannot start: \(unsafe String(cString: strerror(errno)))"
        }
    }

    /// Why a call on a connection failed; a script need not catch it.
    public struct ConnectionError: Error, Hashable, CustomStringConvertible {
        /// The status that tells the peer what is wrong with its request; nil if the connection has ended.
        public let status: Int?
        /// A readable description.
        public let description: String

        /// The peer or `stop()` has ended the connection.
        public static let ended = ConnectionError(status: nil, description: "the connection has ended")

        /// The bytes received are not an HTTP/1 request, or are one that the server refuses.
        static func malformed(_ description: String, status: Int = 400) -> ConnectionError {
            ConnectionError(status: status, description: description)
        }
    }
}
