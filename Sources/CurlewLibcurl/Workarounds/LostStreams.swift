import CurlewTransport

/// libcurl damages HTTP/2 bodies (curl#10525), or ends one early without an error when its reader has paused
/// (curl#11982).
///
/// HTTP/2 is not used.
///
/// Active with 7.88.0, and from 8.1.0 to 8.3.0.
///
/// Rows in `LibcurlHazard`: "HTTP/2 bodies can arrive damaged or stall", "an HTTP/2 body whose reader pauses can end
/// early without an error".
enum LostStreams {
    private static let versions = [
        LibcurlVersionRange("7.88.0", "7.88.0"), LibcurlVersionRange("8.1.0", "8.3.0"),
    ]
    static let arePossible = arePossible(with: CurlVersion.current.number)

    static func arePossible(with version: LibcurlVersion) -> Bool {
        versions.contains { $0.contains(version) }
    }
}
