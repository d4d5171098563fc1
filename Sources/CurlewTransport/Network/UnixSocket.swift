extension TransportConfiguration {
    /// A socket of the local system, to which requests are sent instead of the URL's host.
    ///
    ///     let options = HTTPRequest.Options(unixSocket: .path("/var/run/docker.sock"))
    ///     let request = try HTTPRequest(url: "http://localhost/v1.43/info", options: options)
    ///
    /// Host and path remain the URL's, no name is looked up, and no proxy is used.
    public struct UnixSocket: Sendable, Hashable {
        package let path: String
        package let isAbstract: Bool

        /// A socket by the path of its file.
        public static func path(_ path: String) -> UnixSocket { UnixSocket(path: path, isAbstract: false) }

        /// A socket by its name in Linux's abstract namespace (unix(7)), without the leading zero byte.
        public static func abstract(_ name: String) -> UnixSocket { UnixSocket(path: name, isAbstract: true) }

        /// The most bytes of a path: `sun_path` has 108 on Linux and 104 elsewhere, one of them a zero.
        package static var longestPath: Int {
            #if os(Linux)
                107
            #else
                103
            #endif
        }

        /// Throws `.invalidRequest` for a path that the system cannot take.
        func check() throws(NetworkError) {
            let count = path.utf8.count
            guard count > 0, !path.utf8.contains(0) else {
                throw .invalidRequest("the path of the unix socket is empty or contains a zero byte")
            }
            guard count <= Self.longestPath else {
                throw .invalidRequest(
                    "the path of the unix socket has \(count) bytes, but the system takes at most \(Self.longestPath)"
                )
            }
        }
    }
}

extension TransportConfiguration.UnixSocket: CustomStringConvertible {
    /// The path; an abstract name starts with `@`, as in the output of ss(8).
    public var description: String { isAbstract ? "@\(path)" : path }
}
