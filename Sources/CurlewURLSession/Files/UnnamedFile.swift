#if os(Linux)
    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// Files that have no name, so that nothing is left of them when the process is killed.
    enum UnnamedFile {
        // O_TMPFILE, which the modules do not show; the same on every architecture that Swift runs on.
        private static let noName = 0o20_000_000 | O_DIRECTORY

        /// A descriptor of a new file that only this user can read; nil where the file system has no such files.
        static func create(in folder: String) -> Int32? {
            let descriptor = unsafe open(folder, noName | O_RDWR | O_CLOEXEC, 0o600)
            return descriptor >= 0 ? descriptor : nil
        }

        /// Whether the file has this name now.
        static func setName(_ path: String, of descriptor: Int32) -> Bool {
            unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
        }
    }

#else

    /// Files that have no name: this platform has none.
    enum UnnamedFile {
        static func create(in folder: String) -> Int32? { nil }

        static func setName(_ path: String, of descriptor: Int32) -> Bool { false }
    }

#endif
