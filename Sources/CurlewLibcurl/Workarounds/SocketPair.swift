import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A pair of sockets, or a pipe, that libcurl makes internally: one pair wakes a multi handle, and each lookup has one.
///
/// Until 8.7.1 libcurl lets child processes inherit them (curl#13618). It reports at most one of the two, so the
/// other is found by properties that only this pair can have.
///
/// Active with every version: a pair that libcurl itself has hidden is left alone.
///
/// Row in `LibcurlHazard`: "child processes inherit libcurl's wakeup sockets".
struct SocketPair {
    private let end: Int32

    /// Takes one end.
    init(_ end: Int32) { self.end = end }

    /// Keeps child processes from inheriting either end, unless libcurl already does; does nothing to other
    /// descriptors.
    func closeOnExec() {
        guard Self.isInheritedEnd(end) else { return }
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        if let peer { _ = fcntl(peer, F_SETFD, FD_CLOEXEC) }
    }

    /// The pair that the function wakes by one byte, if it can be identified.
    ///
    /// Other pairs may receive a byte at the same moment: only this one's count follows every wake.
    init?(wokenBy wake: () -> Void) {
        var candidates = Self.openDescriptors.filter {
            Self.isInheritedEnd($0) && Self.isReadable($0) && Self.unread($0) == 0
        }
        for count in 1...Self.maxWakes where count <= Self.minWakes || candidates.count > 1 {
            guard !candidates.isEmpty else { return nil }
            wake()
            candidates = candidates.filter { Self.unread($0) == count }
        }
        guard candidates.count == 1 else { return nil }
        end = candidates[0]
    }

    /// Two: a byte that comes to another pair at the same moment must not be mistaken for the first.
    private static let minWakes: Int32 = 2
    private static let maxWakes: Int32 = 8

    /// The other end, found by the name that the system gives to this one.
    private var peer: Int32? {
        if let pipe = Self.pipe(end) {
            return Self.openDescriptors.first { $0 != end && Self.pipe($0) == pipe }
        }
        #if os(Linux)
            var family = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: sockaddr().sa_data)
            let length = socklen_t(MemoryLayout<sa_family_t>.size)
            guard unsafe bind(end, &family, length) == 0, let name = unsafe Self.name(of: end, getsockname)
            else {
                return nil
            }
            return Self.openDescriptors.first { unsafe Self.name(of: $0, getpeername) == name }
        #else
            return nil
        #endif
    }

    private static func name(
        of descriptor: Int32,
        _ query: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> [UInt8]? {
        var name = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        return unsafe withUnsafeMutablePointer(to: &name) { pointer in
            let result = unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe query(descriptor, $0, &length)
            }
            guard result == 0, unsafe pointer.pointee.sun_family == sa_family_t(AF_UNIX),
                length > MemoryLayout<sa_family_t>.size
            else { return nil }
            return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)))
        }
    }

    private static func isInheritedEnd(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC == 0 else { return false }
        return isLocalSocket(descriptor) || pipe(descriptor) != nil
    }

    private static func isLocalSocket(_ descriptor: Int32) -> Bool {
        var name = sockaddr()
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        return unsafe getsockname(descriptor, &name, &length) == 0 && name.sa_family == sa_family_t(AF_UNIX)
    }

    /// The number that both ends of a pipe have; nil for another descriptor.
    private static func pipe(_ descriptor: Int32) -> ino_t? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        return status.st_ino
    }

    /// Both ends of a pipe report the unread bytes, but only one can read them.
    private static func isReadable(_ descriptor: Int32) -> Bool {
        fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY
    }

    private static func unread(_ descriptor: Int32) -> Int32 {
        var count: Int32 = 0
        return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : -1
    }

    /// The open descriptors, as far as the system reports them, in ascending order.
    private static var openDescriptors: [Int32] {
        guard let folder = unsafe opendir("/dev/fd") else { return [] }
        defer { unsafe closedir(folder) }
        var descriptors: [Int32] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if let descriptor = Int32(name) { descriptors.append(descriptor) }
        }
        return descriptors.sorted()
    }
}
