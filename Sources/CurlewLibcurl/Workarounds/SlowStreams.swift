import CurlewTransport

/// libcurl lets an HTTP/2 response with a slow reader stall the others on its connection (curl#11005), or does not let
/// its server continue after a pause (curl#16955), or fails it (curl#19334).
///
/// A streamed response gets its own HTTP/1.1 connection.
///
/// Active until 8.13.0 and with 8.16.0.
///
/// Rows in `LibcurlHazard`: "an HTTP/2 response with a slow reader stalls the others on its connection", "an HTTP/2
/// response can stall after its reader has paused", "HTTP/2 bodies whose reader is slow can fail".
enum SlowStreams {
    private static let isPresent = [
        LibcurlVersionRange("7.80.0", "8.13.0"), LibcurlVersionRange("8.16.0", "8.16.0"),
    ].contains { $0.contains(CurlVersion.current.number) }

    /// Whether a response of this delivery may share a connection with others.
    static func mayShareConnection(_ delivery: HTTPRequest.Delivery) -> Bool {
        delivery == .collected || !isPresent
    }
}
