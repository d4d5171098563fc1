#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The part of a URL that all of a client's endpoints share.
struct BaseURL: Sendable {
    private let parts: URLParts
    /// The Authorization field that the URL's userinfo stands for (RFC 7617).
    let authorization: HTTPField?

    init(_ url: String) throws(NetworkError) {
        parts = try URLParts(url)
        guard !parts.hasFragment else { throw .invalidURL("the base URL has a fragment") }
        authorization = try parts.userinfo.map { userinfo throws(NetworkError) in
            try Self.basicAuthorization(userinfo)
        }
    }

    /// The target of an endpoint: its path appended to the own path, its query to the own query.
    func target(path: Path, query: Query) throws(NetworkError) -> HTTPRequest.Target {
        let joined = try Self.join(parts.path, path.checked())
        let queries = [parts.query ?? "", query.encoded].filter { !$0.isEmpty }
        let suffix = queries.isEmpty ? "" : "?" + queries.joined(separator: "&")
        return HTTPRequest.Target(
            scheme: parts.scheme, authority: parts.authority, checkedPath: joined + suffix)
    }

    /// Exactly one slash at the joint; an empty endpoint path leaves the base path as it is.
    private static func join(_ base: String, _ path: String) -> String {
        guard !path.isEmpty else { return base.isEmpty ? "/" : base }
        let head = base.hasSuffix("/") ? String(base.dropLast()) : base
        return path.hasPrefix("/") ? head + path : "\(head)/\(path)"
    }

    private static func basicAuthorization(_ userinfo: String) throws(NetworkError) -> HTTPField {
        guard let decoded = try? PercentEncoding.decode(userinfo) else {
            throw .invalidURL("the URL's user name or password \(PercentEncoding.Flaw.badEscape.explanation)")
        }
        // RFC 7617 §2.
        guard decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .invalidURL("the URL's user name or password has a control character")
        }
        let credentials = decoded.contains(UInt8(ascii: ":")) ? decoded : decoded + [UInt8(ascii: ":")]
        let value = "Basic \(Data(credentials).base64EncodedString())"
        return HTTPField(name: .authorization, value: value, isSensitive: true)
    }
}
