#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where an endpoint is sent: to a path below the client's base URL, or to a URL.
public enum EndpointTarget: Sendable, Hashable {
    /// A path, appended to the base URL's path.
    case path(Path)
    /// A URL, absolute or a reference that is resolved against the base URL (RFC 3986 §5).
    case url(String)

    /// What names the endpoint: it holds no value, as that may be a secret.
    var template: String {
        switch self {
        case .path(let path): path.template
        case .url: "{url}"
        }
    }
}

/// What an endpoint takes as its URL: a `String` or a `URL`.
public protocol URLConvertible: Sendable {
    /// The URL, or a reference to one; what is wrong with it shows when it is sent.
    var urlText: String { get }
}

extension String: URLConvertible {
    /// The string itself.
    public var urlText: String { self }
}

extension URL: URLConvertible {
    /// The absolute URL, or the reference where the URL has no base.
    public var urlText: String { absoluteString }
}
