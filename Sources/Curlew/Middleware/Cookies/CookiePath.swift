/// The paths of cookies (RFC 6265 §5.1.4).
enum CookiePath {
    /// The default path of a cookie.
    static func standard(for path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    /// Whether a path equals the cookie's or is below it.
    static func contains(_ cookiePath: String, _ path: String) -> Bool {
        let (cookie, request) = (cookiePath.utf8, path.utf8)
        guard request.starts(with: cookie) else { return false }
        return request.count == cookie.count || cookie.last == UInt8(ascii: "/")
            || request.dropFirst(cookie.count).first == UInt8(ascii: "/")
    }
}
