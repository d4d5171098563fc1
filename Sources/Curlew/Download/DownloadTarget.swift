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
        guard let size = try existingSize(existing), existing != .replace else { return nil }
        removeLeftovers()
        guard existing == .keep else { throw .fileFailed("write", path: path, errno: EEXIST) }
        return size
    }

    /// Opens the partial file and locks it; throws `.fileFailed`.
    func openPart() throws(NetworkError) -> FileWriter {
        let file = try openLockedPart()
        // A process that died while it named the file left a part that is the complete file, too.
        guard try file.isNamed(path) else { return file }
        removePart()
        return try openLockedPart()
    }

    private func openLockedPart() throws(NetworkError) -> FileWriter {
        let file = try FileWriter(path: partPath)
        try file.lock()
        return file
    }

    /// Gives the complete file its name; throws `.fileFailed`.
    func complete(_ options: DownloadOptions) throws(NetworkError) {
        try take(partPath, options.existing)
        removeRecord()
        if options.isForcedToDisk { try synchronizeDirectory() }
    }

    /// A process that died while it named its file has left its part or its record there.
    ///
    /// The part of a download that is not complete still needs its record.
    private func removeLeftovers() {
        guard unsafe access(partPath, F_OK) == 0 else {
            if errno == ENOENT { removeRecord() }
            return
        }
        do throws(NetworkError) {
            let part = try FileWriter(path: partPath)
            guard try part.isNamed(path) else { return }
            try part.lock()
            removePart()
        } catch {
            // Whoever has the lock removes them.
        }
    }

    func removePart() {
        unsafe unlink(partPath)
        removeRecord()
    }

    func removeRecord() {
        unsafe unlink(recordPath)
    }

    /// The name is on the disk once its directory is.
    private func synchronizeDirectory() throws(NetworkError) {
        let end = path.lastIndex(of: "/")
        let directory = end.map { String(path[...$0]) } ?? "."
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw .fileFailed("write", path: directory, errno: errno)
        }
    }
}
