import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the URLs come from.
enum Input {
    /// URLs that are there already.
    static func stream(of urls: [String]) -> AsyncStream<String> {
        AsyncStream { continuation in
            for url in urls { continuation.yield(url) }
            continuation.finish()
        }
    }

    /// Whether there is a standard input, and it is no directory.
    static var isReadable: Bool {
        var status = stat()
        return unsafe fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// The lines of standard input as they come, without blanks around them, empty ones and comments.
    static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            // Reading blocks its thread, which must not be one of those that run tasks.
            DispatchQueue(label: "standard input").async {
                while let line = readLine() {
                    if let url = url(in: line) { continuation.yield(url) }
                }
                continuation.finish()
            }
        }
    }

    static func url(in line: String) -> String? {
        let url = line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        return url.isEmpty || url.hasPrefix("#") ? nil : String(url)
    }
}
