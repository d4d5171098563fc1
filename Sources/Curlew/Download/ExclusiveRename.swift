#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Gives a file a name that nothing has, in one step, where the system and the file system can.
enum ExclusiveRename {
    /// The system's error number: 0 when the file has the name, `EEXIST` when something else has.
    ///
    /// `ENOSYS`, `EINVAL` and `ENOTSUP` say that it cannot be done in this way.
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
            // RENAME_NOREPLACE, which not every C library names.
            return unsafe function(AT_FDCWD, source, AT_FDCWD, path, 1)
        }
    #endif
}
