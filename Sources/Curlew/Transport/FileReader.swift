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
            let errno = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
            throw .fileFailed("read", path: path, errno: errno, reason: "it is not a regular file")
        }
        self.descriptor = descriptor
        self.path = path
        size = Int64(status.st_size)
    }

    deinit {
        close(descriptor)
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
    func read(into buffer: inout [UInt8]) throws(NetworkError) -> Int {
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
