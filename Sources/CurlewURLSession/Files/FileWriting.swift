import CurlewTransport
import Foundation

/// Writing to descriptors, with typed errors.
enum FileWriting {
    /// Writes all bytes at an offset and answers the offset behind them; throws `.fileFailed`.
    static func write(
        _ data: Data, to descriptor: Int32, at start: Int64
    ) throws(NetworkError) -> Int64 {
        var offset = start
        var rest = data
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
            }
            guard count >= 0 || errno == EINTR else { throw failure("write", "a temporary file", errno) }
            rest = rest.dropFirst(max(0, count))
            offset += Int64(max(0, count))
        }
        return offset
    }

    static func failure(_ action: String, _ path: String, _ errno: Int32) -> NetworkError {
        .fileFailed(action, path: path, errno: errno, reason: unsafe String(cString: strerror(errno)))
    }
}
