import CurlewTransport

/// libcurl lets an HTTP/2 response that is read slowly hold up the others on its connection (curl#11005).
///
/// A streamed response gets an HTTP/1.1 connection of its own.
///
/// Active until 8.0.1.
///
/// Row in `LibcurlHazard`: "an HTTP/2 response that is read slowly holds up the others on its connection".
enum SlowStreams {
    private static let areKeptApart = CurlVersion.current.number >= LibcurlVersion("8.1.0")

    /// Whether a response of this delivery may share a connection with others.
    static func mayShareConnection(_ delivery: HTTPRequest.Delivery) -> Bool {
        delivery == .collected || areKeptApart
    }
}
