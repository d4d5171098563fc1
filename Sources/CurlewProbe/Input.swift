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
    /// URLs from the arguments.
    static func stream(of urls: [String]) -> AsyncStream<String> {
        AsyncStream { continuation in
            for url in urls { continuation.yield(url) }
            continuation.finish()
        }
    }

    /// Whether standard input is open and not a directory.
    static var isReadable: Bool {
        var status = stat()
        return unsafe fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// The most URLs that wait, in addition to the one being read.
    static let capacity = 64

    /// The lines of standard input as they arrive, trimmed, without empty lines and comments.
    ///
    /// - Parameter read: returns the next line, nil at the end; it may block its thread.
    static func lines(from read: @escaping @Sendable () -> String? = { readLine() }) -> AsyncStream<String> {
        let (urls, continuation) = AsyncStream.makeStream(of: String.self)
        let places = DispatchSemaphore(value: 0)
        for _ in 0..<capacity { places.signal() }
        // Reading and waiting for room block the thread, which must not be one that runs tasks.
        DispatchQueue(label: "standard input").async {
            while let line = read() {
                guard let url = url(in: line) else { continue }
                places.wait()
                if case .terminated = continuation.yield(url) { break }
            }
            continuation.finish()
        }
        return AsyncStream {
            for await url in urls {
                places.signal()
                return url
            }
            return nil
        }
    }

    static func url(in line: String) -> String? {
        let url = line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        return url.isEmpty || url.hasPrefix("#") ? nil : String(url)
    }
}
