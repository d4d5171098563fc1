import CurlewTransport

/// libcurl reports its wakeup's descriptor, by which its lookups wake it, but does not read it (curl#21547): it would
/// fire without end.
///
/// It is read whenever a descriptor fires that is not a connection.
///
/// Active with 8.20.0.
///
/// Row in `LibcurlHazard`: "a wakeup that is not read uses a whole core".
enum UnreadWakeups {
    private static let arePossible = LibcurlVersionRange("8.20.0", "8.20.0").contains(
        CurlVersion.current.number)

    static func read(_ multi: borrowing MultiHandle, after isConnection: Bool) {
        if arePossible, !isConnection { multi.acknowledgeWakeups() }
    }
}
