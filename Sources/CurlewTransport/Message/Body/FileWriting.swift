#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writing to descriptors of files.
package enum FileWriting {
    /// Writes all bytes at an offset and returns the offset after them.
    ///
    /// Throws `.fileFailed`, with `ENOSPC` if the system writes nothing but reports no error.
    ///
    /// - Parameter path: the file's name for the error.
    @discardableResult
    package static func write(
        _ data: Data, to descriptor: Int32, at start: Int64, path: String
    ) throws(NetworkError) -> Int64 {
        var written = 0
        while written < data.count {
            let count = unsafe data.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + Int64(written)))
            }
            // A write of 0 bytes leaves the `errno` of an older error.
            let failure = count < 0 ? errno : ENOSPC
            guard count > 0 || failure == EINTR else {
                throw .fileFailed("write", path: path, errno: failure)
            }
            written += max(0, count)
        }
        return start + Int64(written)
    }
}
