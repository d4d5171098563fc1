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

/// An open regular file, written at offsets.
struct FileWriter: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens an existing file; returns nil if there is none.
    ///
    /// Throws `.fileFailed`, also for a symbolic link and for anything else that is not a regular file.
    static func existing(_ path: String) throws(NetworkError) -> FileWriter? {
        try FileWriter(path, O_NOFOLLOW | O_NONBLOCK, mode: 0, absence: ENOENT)
    }

    /// Creates a file; returns nil if the name is taken.
    ///
    /// Throws `.fileFailed`.
    static func new(_ path: String, mode: mode_t = 0o666) throws(NetworkError) -> FileWriter? {
        try FileWriter(path, O_CREAT | O_EXCL, mode: mode, absence: EEXIST)
    }

    /// Returns nil if opening fails with the error number `absence`.
    private init?(_ path: String, _ flags: Int32, mode: mode_t, absence: Int32) throws(NetworkError) {
        // The system would stop reading the path at a NUL and open another file.
        guard !path.utf8.contains(0) else { throw .fileFailed("open", path: path, errno: EINVAL) }
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | flags, mode)
        guard descriptor >= 0 else {
            guard errno == absence else { throw .fileFailed("open", path: path, errno: errno) }
            return nil
        }
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

    /// Whether a path names this file and is not a symbolic link; throws `.fileFailed`.
    func isNamed(_ path: String) throws(NetworkError) -> Bool {
        var named = stat()
        let opened = try status()
        return unsafe lstat(path, &named) == 0 && named.st_ino == opened.st_ino
            && named.st_dev == opened.st_dev
    }

    /// Whether the file has another hard link; throws `.fileFailed`.
    func hasSeveralNames() throws(NetworkError) -> Bool { try status().st_nlink > 1 }

    /// Throws `.fileFailed` with `EPERM` for a file of another user, who may change it at any time.
    func checkOwner() throws(NetworkError) {
        guard try status().st_uid == geteuid() else {
            throw .fileFailed("write", path: path, errno: EPERM, reason: "it belongs to another user")
        }
    }

    /// Locks the file until it is closed.
    ///
    /// Throws `.fileFailed`: with `EWOULDBLOCK` if another download holds the lock, with `ENOENT` if the path now
    /// names another file.
    func lock() throws(NetworkError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK
                ? .writtenByAnother(path) : .fileFailed("lock", path: path, errno: errno)
        }
        // The previous holder of the lock may have renamed the file.
        guard try isNamed(path) else {
            throw .fileFailed(
                "write", path: path, errno: ENOENT, reason: "another download has renamed or removed it")
        }
    }

    /// Writes all bytes; throws `.fileFailed`.
    func write(_ data: Data, at start: Int64) throws(NetworkError) {
        try FileWriting.write(data, to: descriptor, at: start, path: path)
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

extension NetworkError {
    /// Another download holds the lock, or is about to take it.
    static func writtenByAnother(_ path: String) -> Self {
        .fileFailed("write", path: path, errno: EWOULDBLOCK, reason: "another download is writing it")
    }
}
