#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where a download goes, and what lies beside it until it is complete.
package struct DownloadTarget {
    let path: String
    var partPath: String { "\(path).curlew-part" }
    var recordPath: String { "\(path).curlew-part.json" }

    package init(_ path: String) {
        self.path = path
    }

    /// The length of the file that is there, nil when there is none.
    ///
    /// A symbolic link is a file of length 0: it is replaced itself, whatever it leads to. Where the file is to be kept,
    /// what counts is what the link leads to. Throws `.fileFailed` for a path at which no regular file can be.
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

    /// The length of the file that is kept, nil when one is to be written.
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
        // The other name may be anybody's file, or the complete one, where a process died while it named it.
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
        // A file system may say of a new file that it is another user's.
        guard let file = try FileWriter.new(partPath) else { throw .writtenByAnother(partPath) }
        try file.lock()
        return file
    }

    /// How many bytes of the part may be gone on with, 0 without one; throws `.fileFailed`.
    func resumableSize() throws(NetworkError) -> Int64 {
        guard let part = try FileWriter.existing(partPath), try !part.hasSeveralNames() else { return 0 }
        try part.checkOwner()
        return try part.size()
    }

    /// A process that died while it named its file has left its part there.
    ///
    /// The part of a download that is not complete stays.
    private func removeLeftovers() {
        do throws(NetworkError) {
            guard let part = try FileWriter.existing(partPath), try part.isNamed(path) else { return }
            try part.lock()
            try removePart()
        } catch {
            // Whoever has the lock removes it, and the file that is there is whole all the same.
        }
    }

    /// Removes the part, whose lock the caller has.
    ///
    /// The part goes last: once it has, another download may begin, and the record is that one's. Throws `.fileFailed`.
    func removePart() throws(NetworkError) {
        try removeRecord()
        try remove(partPath)
    }

    /// The same for the record alone.
    func removeRecord() throws(NetworkError) {
        try remove(recordPath)
    }

    /// Takes a name away, if anything has it; throws `.fileFailed`.
    func remove(_ path: String) throws(NetworkError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw .fileFailed("remove", path: path, errno: errno)
        }
    }

    /// The name is on the disk once its directory is; throws `.fileFailed`.
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
