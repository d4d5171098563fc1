#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The path of a download, and the files beside it until it is complete.
package struct DownloadTarget {
    let path: String
    var partPath: String { "\(path).curlew-part" }
    var recordPath: String { "\(path).curlew-part.json" }

    package init(_ path: String) {
        self.path = path
    }

    /// The length of the existing file; nil if there is none.
    ///
    /// A symbolic link counts as a file of length 0, since the link itself is replaced; only `.keep` follows it.
    /// Throws `.fileFailed` for a path that cannot name a regular file.
    private func existingSize(_ existing: DownloadOptions.ExistingFile) throws(NetworkError) -> Int64? {
        guard !path.utf8.contains(0) else { throw .fileFailed("write", path: path, errno: EINVAL) }
        var status = stat()
        let result = unsafe existing == .keep ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else {
            let isFree = errno == ENOENT && !path.isEmpty && !path.hasSuffix("/")
            guard !isFree else { return nil }
            throw .fileFailed("write", path: path, errno: path.hasSuffix("/") ? EISDIR : errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int64(status.st_size)
        case S_IFLNK: return 0
        case S_IFDIR: throw .fileFailed("write", path: path, errno: EISDIR)
        default:
            throw .fileFailed("write", path: path, errno: EINVAL, reason: "it is not a regular file")
        }
    }

    /// The length of the file that is kept; nil if one must be written.
    ///
    /// Throws `.fileFailed`, with `EEXIST` for a file that is in the way.
    func keptSize(_ existing: DownloadOptions.ExistingFile) throws(NetworkError) -> Int64? {
        guard let size = try existingSize(existing), existing != .replace, size > 0 || !isReserved else {
            return nil
        }
        removeLeftovers()
        guard existing == .keep else { throw .fileFailed("write", path: path, errno: EEXIST) }
        return size
    }

    /// Opens the partial file and locks it; throws `.fileFailed`.
    func openPart() throws(NetworkError) -> FileWriter {
        let file = try openLockedPart()
        // A second hard link: another user's file, or the finished download if a process died between `link` and
        // `unlink`.
        guard try file.hasSeveralNames() else { return file }
        try removePart()
        return try openLockedPart()
    }

    private func openLockedPart() throws(NetworkError) -> FileWriter {
        if let file = try FileWriter.existing(partPath) {
            try file.checkOwner()
            try file.lock()
            return file
        }
        // A file system may report a new file as another user's.
        guard let file = try FileWriter.new(partPath) else { throw .writtenByAnother(partPath) }
        try file.lock()
        return file
    }

    /// The number of bytes of the part that can be resumed, 0 without a part; throws `.fileFailed`.
    func resumableSize() throws(NetworkError) -> Int64 {
        guard let part = try FileWriter.existing(partPath), try !part.hasSeveralNames() else { return 0 }
        try part.checkOwner()
        return try part.size()
    }

    /// Removes the part that a process left if it died between `link` and `unlink`.
    ///
    /// The part of an incomplete download stays.
    private func removeLeftovers() {
        do throws(NetworkError) {
            guard let part = try FileWriter.existing(partPath), try part.isNamed(path) else { return }
            try part.lock()
            try removePart()
        } catch {
            // The holder of the lock removes it, and the file is complete anyway.
        }
    }

    /// Removes the part, whose lock the caller must hold.
    ///
    /// The part is removed last: after that another download may begin and own the record. Throws `.fileFailed`.
    func removePart() throws(NetworkError) {
        try removeRecord()
        try remove(partPath)
    }

    /// Removes the record; throws `.fileFailed`.
    func removeRecord() throws(NetworkError) {
        try remove(recordPath)
    }

    /// Removes a file if it exists; throws `.fileFailed`.
    func remove(_ path: String) throws(NetworkError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw .fileFailed("remove", path: path, errno: errno)
        }
    }

    /// Forces the directory, and so the file's name, to disk; throws `.fileFailed`.
    func synchronizeDirectory() throws(NetworkError) {
        let end = path.lastIndex(of: "/")
        let directory = end.map { String(path[...$0]) } ?? "."
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw .fileFailed("write", path: directory, errno: errno)
        }
    }
}
