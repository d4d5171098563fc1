// Stands in for apple/swift-http-types: a module with the names that Curlew has too.
/// Another type of this name.
public struct HTTPRequest: Sendable {
    /// Makes one.
    public init() {}
}

/// Another type of this name.
public struct HTTPResponse: Sendable {
    /// Makes one.
    public init() {}
}

/// Another type of this name.
public struct HTTPField: Sendable {
    /// Makes one.
    public init() {}
}

/// Another type of this name.
public struct HTTPFields: Sendable {
    /// Makes one.
    public init() {}
}
