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
        removeStaleRecord()
        guard existing == .keep else { throw .fileFailed("write", path: path, errno: EEXIST) }
        return size
    }

    /// Opens the partial file and locks it; throws `.fileFailed`.
    func openPart() throws(NetworkError) -> FileWriter {
        let file = try FileWriter(path: partPath)
        try file.lock()
        // A process that died while it named the file left a part that is the complete file, too.
        guard try file.hasOtherName() else { return file }
        removePart()
        return try openPart()
    }

    /// Gives the complete file its name; throws `.fileFailed`.
    func complete(_ options: DownloadOptions) throws(NetworkError) {
        try take(partPath, options.existing)
        removeRecord()
        if options.isForcedToDisk { try synchronizeDirectory() }
    }

    /// Gives another file this name, and takes its own away.
    ///
    /// Throws `.fileFailed`, with `EEXIST` for a file that is not to be replaced, however late it appeared.
    package func take(_ source: String, _ existing: DownloadOptions.ExistingFile) throws(NetworkError) {
        try checkIsFree(existing)
        if existing != .replace {
            // The system makes a hard link only where nothing is.
            if unsafe link(source, path) == 0 {
                unsafe unlink(source)
                return
            }
            // A symbolic link that leads nowhere is in the way of a hard link, and some file systems have none.
            guard [EEXIST, EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else {
                throw .fileFailed("write", path: path, errno: errno)
            }
            try checkIsFree(existing)
        }
        guard unsafe rename(source, path) == 0 else {
            throw .fileFailed("write", path: path, errno: errno)
        }
    }

    private func checkIsFree(_ existing: DownloadOptions.ExistingFile) throws(NetworkError) {
        guard try keptSize(existing) == nil else { throw .fileFailed("write", path: path, errno: EEXIST) }
    }

    /// A process that died before it removed the record of a complete file has left that; another's part still needs its.
    private func removeStaleRecord() {
        if unsafe access(partPath, F_OK) != 0, errno == ENOENT { removeRecord() }
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
