extension HTTPRequest.Target {
    /// The target that a URL reference, such as `../items?page=2`, leads to from here (RFC 3986 §5.2).
    ///
    /// Characters that a URL cannot hold are percent-encoded, and a fragment is dropped. Throws `.invalidURL` like
    /// ``init(_:)``.
    public func resolving(_ reference: String) throws(NetworkError) -> Self {
        try Self(URLReference(reference).resolved(against: self))
    }

    /// The URL of a reference, unchecked; an absolute one is returned as it is.
    package func url(of reference: String) -> String {
        let parts = URLReference(reference)
        return parts.scheme == nil ? parts.resolved(against: self) : reference
    }

    /// The target that a URL reference in a server's Location or Link leads to from here.
    ///
    /// Each octet that is not ASCII is percent-encoded, and a `%` that starts no escape becomes `%25`, as in browsers
    /// (WHATWG URL §4.4). Throws `.invalidURL`.
    package func resolving(octets: some Collection<UInt8>) throws(NetworkError) -> Self {
        try resolving(PercentEncoding.repairReference(octets))
    }

    /// Whether both have the same scheme, host and port (RFC 9110 §4.3.1).
    public func isSameOrigin(as other: Self) -> Bool {
        isSecure == other.isSecure
            && (authority == other.authority
                || authorityWithoutDefaultPort == other.authorityWithoutDefaultPort)
    }

    private var authorityWithoutDefaultPort: Substring {
        let suffix = isSecure ? ":443" : ":80"
        return authority.hasSuffix(suffix) ? authority.dropLast(suffix.utf8.count) : authority[...]
    }
}
