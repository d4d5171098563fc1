#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open regular file that can be read more than once.
package struct FileReader: ~Copyable {
    private let descriptor: Int32
    private let path: String
    package let size: Int64

    /// Opens a file; throws `.fileFailed` when it cannot be opened or is not a regular file.
    package init(path: String) throws(NetworkError) {
        // The system would stop reading the path at a NUL and open another file.
        guard !path.utf8.contains(0) else { throw .fileFailed("open", path: path, errno: EINVAL) }
        // Without O_NONBLOCK, opening a pipe waits for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .fileFailed("open", path: path, errno: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.notRegular(path, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
        }
        self.descriptor = descriptor
        self.path = path
        size = Int64(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Returns nil for a file that cannot be opened or is not a regular one.
    static func opened(_ path: String) -> FileReader? {
        do throws(NetworkError) {
            return try FileReader(path: path)
        } catch {
            return nil
        }
    }

    /// A device or a pipe may have no end.
    private static func notRegular(_ path: String, isDirectory: Bool) -> NetworkError {
        .fileFailed(
            "read", path: path, errno: isDirectory ? EISDIR : EINVAL,
            reason: isDirectory
                ? "it is a directory" : "it is not a regular file: send its bytes as a stream")
    }

    /// Whether the size may not be that of the content: the system reports 0 for files in /proc and a page for those
    /// in /sys.
    var hasNominalSize: Bool { size == 0 || size == Int64(sysconf(Int32(_SC_PAGESIZE))) }

    /// Reads all remaining bytes; throws `.fileFailed`, with `EFBIG` if there are more than the limit.
    func readToEnd(upTo limit: Int) throws(NetworkError) -> [UInt8] {
        var (content, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 * 1024))
        while content.count <= limit {
            let count = try read(into: &buffer)
            if count == 0 { return content }
            content += buffer[..<count]
        }
        throw .fileFailed(
            "read", path: path, errno: EFBIG,
            reason: "its reported size is \(size), but it has more than \(limit) bytes: send it as a stream"
        )
    }

    /// Reads the next bytes into the buffer and returns their number, 0 at the end; throws `.fileFailed`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
        while true {
            let count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw .fileFailed("read", path: path, errno: errno) }
        }
    }

    /// Reads up to a buffer full of the next bytes and returns their number, 0 at the end; throws `.fileFailed`.
    package func read(into buffer: inout [UInt8]) throws(NetworkError) -> Int {
        try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(NetworkError) in
            unsafe try read(into: UnsafeMutableRawBufferPointer(bytes))
        }
    }

    /// Moves to an offset from the start; throws `.fileFailed`.
    package func seek(to offset: Int64) throws(NetworkError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
            throw .fileFailed("rewind", path: path, errno: errno)
        }
    }
}

/// The system's function, which `FileReader.read` hides.
private let systemRead = unsafe read

extension NetworkError {
    /// A failed system call, with the system's text for its error number.
    package static func fileFailed(_ action: String, path: String, errno: Int32) -> Self {
        .fileFailed(action, path: path, errno: errno, reason: unsafe String(cString: strerror(errno)))
    }
}
