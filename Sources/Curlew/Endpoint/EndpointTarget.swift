#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The target of an endpoint: a path below the client's base URL, or a URL.
public enum EndpointTarget: Sendable, Hashable {
    /// A path, appended to the base URL's path.
    case path(Path)
    /// A URL, absolute or a reference that is resolved against the base URL (RFC 3986 §5).
    case url(String)

    /// The target in the endpoint's name, without values, which may be secrets.
    var template: String {
        switch self {
        case .path(let path): path.template
        case .url: "{url}"
        }
    }
}

/// The URL of an endpoint: a `String` or a `URL`.
public protocol URLConvertible: Sendable {
    /// The URL, or a reference to one; it is checked when it is sent.
    var urlText: String { get }
}

extension String: URLConvertible {
    /// The string itself.
    public var urlText: String { self }
}

extension URL: URLConvertible {
    /// The absolute URL, or the reference if the URL has no base.
    public var urlText: String { absoluteString }
}
