#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Renames a file to a free name atomically, if the system and the file system support it.
enum ExclusiveRename {
    /// Returns the system's error number: 0 on success, `EEXIST` if the name is taken.
    ///
    /// `ENOSYS`, `EINVAL` and `ENOTSUP` mean that it is not supported.
    static func rename(_ source: String, to path: String) -> Int32 {
        guard let result = call(source, path) else { return ENOSYS }
        return result == 0 ? 0 : errno
    }

    #if canImport(Darwin)
        private static func call(_ source: String, _ path: String) -> Int32? {
            unsafe renamex_np(source, path, UInt32(RENAME_EXCL))
        }
    #else
        private typealias Function =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32

        /// Looked up, not linked: not every C library has the function.
        private static func call(_ source: String, _ path: String) -> Int32? {
            guard let symbol = unsafe dlsym(nil, "renameat2") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            // RENAME_NOREPLACE, which not every C library defines.
            return unsafe function(AT_FDCWD, source, AT_FDCWD, path, 1)
        }
    #endif
}
