#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Messages, separate from the results.
enum StandardError {
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = unsafe systemWrite(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}

private let systemWrite = unsafe write
