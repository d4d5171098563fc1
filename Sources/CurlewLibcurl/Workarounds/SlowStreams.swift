import CurlewTransport

/// libcurl lets an HTTP/2 response with a slow reader stall the others on its connection (curl#11005).
///
/// A streamed response gets its own HTTP/1.1 connection.
///
/// Active until 8.0.1.
///
/// Row in `LibcurlHazard`: "an HTTP/2 response with a slow reader stalls the others on its connection".
enum SlowStreams {
    private static let isFixed = CurlVersion.current.number >= LibcurlVersion("8.1.0")

    /// Whether a response of this delivery may share a connection with others.
    static func mayShareConnection(_ delivery: HTTPRequest.Delivery) -> Bool {
        delivery == .collected || isFixed
    }
}
