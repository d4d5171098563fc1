/// The target of an endpoint: a path below the client's base URL, or a URL.
public enum EndpointTarget: Sendable, Hashable {
    /// A path, appended to the base URL's path.
    case path(URLPath)
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
