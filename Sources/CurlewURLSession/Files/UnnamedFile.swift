#if os(Linux)
    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// Files without a name, so that nothing is left of them if the process is killed.
    enum UnnamedFile {
        // O_TMPFILE, which the modules do not export; the same on every architecture that Swift supports.
        private static let noName = 0o20_000_000 | O_DIRECTORY

        /// A descriptor of a new file that only this user can read; nil if the file system has no such files.
        static func create(in folder: String) -> Int32? {
            let descriptor = unsafe open(folder, noName | O_RDWR | O_CLOEXEC, 0o600)
            return descriptor >= 0 ? descriptor : nil
        }

        /// The path at which this process can open it.
        static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
    }

#else

    /// Files that have no name: this platform has none.
    enum UnnamedFile {
        static func create(in folder: String) -> Int32? { nil }

        static func path(of descriptor: Int32) -> String { "/dev/fd/\(descriptor)" }
    }

#endif
