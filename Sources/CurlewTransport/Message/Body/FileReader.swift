#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open regular file that is read from start to end, and from the start again.
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

    /// Nil for a file that cannot be opened or is not a regular one.
    static func opened(_ path: String) -> FileReader? {
        do throws(NetworkError) {
            return try FileReader(path: path)
        } catch {
            return nil
        }
    }

    /// What a device or a pipe gives may have no end.
    private static func notRegular(_ path: String, isDirectory: Bool) -> NetworkError {
        .fileFailed(
            "read", path: path, errno: isDirectory ? EISDIR : EINVAL,
            reason: isDirectory
                ? "it is a directory" : "it is not a regular file: send what it gives as a stream")
    }

    /// Whether the size may be another than that of the content: the system has 0 for files of /proc, and a page for
    /// those of /sys.
    var hasNominalSize: Bool { size == 0 || size == Int64(sysconf(Int32(_SC_PAGESIZE))) }

    /// All bytes from here on; throws `.fileFailed`, with `EFBIG` where there are more than the limit.
    func readToEnd(upTo limit: Int) throws(NetworkError) -> [UInt8] {
        var (content, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 * 1024))
        while content.count <= limit {
            let count = try read(into: &buffer)
            if count == 0 { return content }
            content += buffer[..<count]
        }
        throw .fileFailed(
            "read", path: path, errno: EFBIG,
            reason: "its size is said to be \(size), but it has more than \(limit) bytes: send it as a stream"
        )
    }

    /// Reads on into the buffer and returns the number of bytes, 0 at the end; throws `.fileFailed`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
        while true {
            let count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw .fileFailed("read", path: path, errno: errno) }
        }
    }

    /// Reads on into the buffer, as far as it reaches, and returns the number of bytes, 0 at the end; throws `.fileFailed`.
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
    /// A failed call of the system, with the text that the system has for its error number.
    package static func fileFailed(_ action: String, path: String, errno: Int32) -> Self {
        .fileFailed(action, path: path, errno: errno, reason: unsafe String(cString: strerror(errno)))
    }
}
