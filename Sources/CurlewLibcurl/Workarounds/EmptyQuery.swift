import CCurl
import CurlewTransport

/// libcurl leaves out the question mark of an empty query, which makes another target (RFC 3986 §6.2.3; curl#21544).
///
/// Such a target is set apart from the URL.
///
/// Known from 8.8.0 to 8.20.0; active with every version, since the target is the same.
///
/// Row in `LibcurlHazard`: "an empty query is not sent".
enum EmptyQuery {
    /// A proxy that forwards the request gets the whole URL (RFC 9112 §3.2.2).
    static func set(
        _ target: HTTPRequest.Target, isForwarded: Bool, on handle: borrowing EasyHandle
    ) throws(RefusedOption) {
        try handle.set(CURLOPT_REQUEST_TARGET, isForwarded ? target.url : target.path)
    }
}
