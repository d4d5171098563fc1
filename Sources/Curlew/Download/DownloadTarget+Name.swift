#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Renames a file without replacing one that must stay.
extension DownloadTarget {
    /// Renames another file to this path.
    ///
    /// Throws `.fileFailed`, with `EEXIST` for a file that must not be replaced, even if it appeared late.
    package func take(_ source: String, _ existing: DownloadOptions.ExistingFile) throws(NetworkError) {
        try checkIsFree(existing)
        if existing != .replace {
            guard try !takeFreeName(source) else { return }
            // A dangling symbolic link is in the way, but it is not a file to keep.
            try checkIsFree(existing)
        }
        try rename(source)
    }

    private func checkIsFree(_ existing: DownloadOptions.ExistingFile) throws(NetworkError) {
        guard try keptSize(existing) == nil else { throw .fileFailed("write", path: path, errno: EEXIST) }
    }

    /// Returns false if the name is taken; throws `.fileFailed`.
    private func takeFreeName(_ source: String) throws(NetworkError) -> Bool {
        // The system never replaces anything with a hard link.
        guard unsafe link(source, path) == 0 else {
            return errno == EEXIST ? false : try takeByRename(source)
        }
        try remove(source)
        return true
    }

    /// Takes a free name where hard links are unavailable.
    func takeByRename(_ source: String) throws(NetworkError) -> Bool {
        switch ExclusiveRename.rename(source, to: path) {
        case 0: return true
        case EEXIST: return false
        case ENOSYS, EINVAL, ENOTSUP: return try takeReservedName(source)
        case let failure: throw .fileFailed("write", path: path, errno: failure)
        }
    }

    /// Takes a free name where no exclusive rename is available: an empty file reserves the name until it is
    /// replaced.
    ///
    /// A process that dies in between leaves the empty file; see `isReserved`.
    func takeReservedName(_ source: String) throws(NetworkError) -> Bool {
        guard let reservation = try FileWriter.new(path, mode: 0o600) else { return false }
        do throws(NetworkError) {
            try rename(source)
        } catch {
            // Remove only this call's reservation.
            if (try? reservation.isNamed(path)) == true { try? remove(path) }
            throw error
        }
        return true
    }

    /// Whether an empty file only reserves the name for the part beside it.
    ///
    /// An empty file without a part beside it cannot be recognised as a reservation, and stays.
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
