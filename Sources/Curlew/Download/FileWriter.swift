#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open regular file that is written at offsets.
struct FileWriter: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file, or makes it; throws `.fileFailed`, also for a symbolic link and for what is no regular file.
    init(path: String, mode: mode_t = 0o666) throws(NetworkError) {
        // The system would stop reading the path at a NUL and open another file.
        guard !path.utf8.contains(0) else { throw .fileFailed("open", path: path, errno: EINVAL) }
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
        guard descriptor >= 0 else { throw .fileFailed("open", path: path, errno: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .fileFailed("write", path: path, errno: EINVAL, reason: "it is not a regular file")
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// The length in bytes; throws `.fileFailed`.
    func size() throws(NetworkError) -> Int64 { Int64(try status().st_size) }

    /// Whether a path is a name of this file, and no symbolic link to it; throws `.fileFailed`.
    func isNamed(_ path: String) throws(NetworkError) -> Bool {
        var named = stat()
        let opened = try status()
        return unsafe lstat(path, &named) == 0 && named.st_ino == opened.st_ino
            && named.st_dev == opened.st_dev
    }

    /// Keeps others that ask for the lock away until the file is closed.
    ///
    /// Throws `.fileFailed`: with `EWOULDBLOCK` when another has it, with `ENOENT` when the name has gone to another file.
    func lock() throws(NetworkError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw .fileFailed("lock", path: path, errno: errno) }
            throw .fileFailed(
                "write", path: path, errno: EWOULDBLOCK, reason: "another download is writing it")
        }
        // Who had the lock before may have renamed the file meanwhile.
        guard try isNamed(path) else {
            throw .fileFailed("write", path: path, errno: ENOENT, reason: "another download has ended it")
        }
    }

    /// Writes all of the bytes; throws `.fileFailed`.
    func write(_ data: Data, at start: Int64) throws(NetworkError) {
        var written = 0
        while written < data.count {
            let count = unsafe data.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + Int64(written)))
            }
            // A write of nothing leaves the number of an older error.
            let failure = count < 0 ? errno : ENOSPC
            guard count > 0 || failure == EINTR else {
                throw .fileFailed("write", path: path, errno: failure)
            }
            written += max(0, count)
        }
    }

    /// Removes all bytes; throws `.fileFailed`.
    func truncate() throws(NetworkError) {
        guard ftruncate(descriptor, 0) == 0 else { throw .fileFailed("write", path: path, errno: errno) }
    }

    /// Waits until the bytes are on the disk; throws `.fileFailed`.
    func synchronize() throws(NetworkError) {
        guard fsync(descriptor) == 0 else { throw .fileFailed("write", path: path, errno: errno) }
    }

    private func status() throws(NetworkError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw .fileFailed("open", path: path, errno: errno)
        }
        return status
    }
}
