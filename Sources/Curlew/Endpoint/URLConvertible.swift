#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
