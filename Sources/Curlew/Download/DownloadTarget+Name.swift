#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How a file gets the name, so that nothing is replaced that must not be.
extension DownloadTarget {
    /// Gives another file this name, and takes its own away.
    ///
    /// Throws `.fileFailed`, with `EEXIST` for a file that is not to be replaced, however late it appeared.
    package func take(_ source: String, _ existing: DownloadOptions.ExistingFile) throws(NetworkError) {
        try checkIsFree(existing)
        if existing != .replace {
            guard try !takeFreeName(source) else { return }
            // A symbolic link that leads nowhere is in the way, but no file that is kept.
            try checkIsFree(existing)
        }
        try rename(source)
    }

    private func checkIsFree(_ existing: DownloadOptions.ExistingFile) throws(NetworkError) {
        guard try keptSize(existing) == nil else { throw .fileFailed("write", path: path, errno: EEXIST) }
    }

    /// False when something has the name; throws `.fileFailed`.
    private func takeFreeName(_ source: String) throws(NetworkError) -> Bool {
        // The system makes a hard link only where nothing is.
        guard unsafe link(source, path) == 0 else {
            return errno == EEXIST ? false : try takeByRename(source)
        }
        try remove(source)
        return true
    }

    /// The same where there are no hard links, or none are allowed.
    func takeByRename(_ source: String) throws(NetworkError) -> Bool {
        switch ExclusiveRename.rename(source, to: path) {
        case 0: return true
        case EEXIST: return false
        case ENOSYS, EINVAL, ENOTSUP: return try takeReservedName(source)
        case let failure: throw .fileFailed("write", path: path, errno: failure)
        }
    }

    /// The same where no rename can be told to replace nothing: an empty file has the name until it is replaced.
    ///
    /// A process that dies in between leaves the empty file; see `isReserved`.
    func takeReservedName(_ source: String) throws(NetworkError) -> Bool {
        guard let reservation = try FileWriter.new(path, mode: 0o600) else { return false }
        do throws(NetworkError) {
            try rename(source)
        } catch {
            // Only what is reserved here is taken back.
            if (try? reservation.isNamed(path)) == true { try? remove(path) }
            throw error
        }
        return true
    }

    /// Whether an empty file has the name only until the part beside it gets it.
    ///
    /// That cannot be told of an empty file without a part beside it, which stays until somebody replaces it.
    var isReserved: Bool {
        var file = stat()
        var part = stat()
        guard unsafe lstat(path, &file) == 0, unsafe lstat(partPath, &part) == 0 else { return false }
        return [file, part].allSatisfy { $0.st_mode & S_IFMT == S_IFREG } && file.st_size == 0
            && part.st_size > 0
    }

    private func rename(_ source: String) throws(NetworkError) {
        guard unsafe systemRename(source, path) == 0 else {
            throw .fileFailed("write", path: path, errno: errno)
        }
    }
}

private let systemRename = unsafe rename
