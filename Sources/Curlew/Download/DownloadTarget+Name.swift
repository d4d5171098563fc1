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
            return errno == EEXIST ? false : try takeReservedName(source)
        }
        try remove(source)
        return true
    }

    /// The same where there are no hard links, or none are allowed: an empty file has the name until it is replaced.
    ///
    /// False when something has the name; throws `.fileFailed`.
    func takeReservedName(_ source: String) throws(NetworkError) -> Bool {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw .fileFailed("write", path: path, errno: errno) }
            return false
        }
        close(descriptor)
        do throws(NetworkError) {
            try rename(source)
        } catch {
            unsafe unlink(path)
            throw error
        }
        return true
    }

    private func rename(_ source: String) throws(NetworkError) {
        guard unsafe systemRename(source, path) == 0 else {
            throw .fileFailed("write", path: path, errno: errno)
        }
    }
}

private let systemRename = unsafe rename
