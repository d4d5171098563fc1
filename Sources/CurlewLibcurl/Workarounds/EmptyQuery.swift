import CCurl
import CurlewTransport

/// libcurl leaves out the question mark of an empty query, which makes another target (RFC 3986 §6.2.3).
///
/// Such a target is set apart from the URL.
///
/// Seen with 8.14.1; active with every version, since the target is the same.
///
/// Row in `LibcurlHazard`: "an empty query is not sent".
enum EmptyQuery {
    static func ends(_ target: HTTPRequest.Target) -> Bool {
        target.url.utf8.last == UInt8(ascii: "?")
    }

    static func set(_ target: HTTPRequest.Target, on handle: borrowing EasyHandle) throws(RefusedOption) {
        try handle.set(CURLOPT_REQUEST_TARGET, target.path)
    }
}
