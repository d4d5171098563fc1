#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Functions of libraries that libcurl has loaded: looked up, not linked, since it may be built without them.
enum LoadedFunction {
    /// The function of that name; nil if no loaded library has it.
    static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
        guard let symbol = unsafe dlsym(everyLibrary, name) else { return nil }
        return unsafe unsafeBitCast(symbol, to: type)
    }

    #if canImport(Darwin)
        private static var everyLibrary: UnsafeMutableRawPointer? {
            unsafe UnsafeMutableRawPointer(bitPattern: -2)
        }
    #else
        private static var everyLibrary: UnsafeMutableRawPointer? { nil }
    #endif
}
