import CurlewTransport

/// Numbers the ways to servers, so that libcurl keeps their connections apart.
///
/// libcurl before 8.20.0 would let a request use a tunnel that was opened with the credentials of another.
struct PathScopes {
    /// The distance between two scopes, which leaves room for a host's routes.
    private static let distance = 1 << 20
    private static let most = Int(Int32.max) / distance - 1
    private var scopes: [ConnectionPath: Int] = [:]

    /// The scope of a path; nil once there are too many, for connections that are not shared.
    mutating func scope(of path: ConnectionPath) -> Int? {
        if let scope = scopes[path] { return scope }
        guard scopes.count < Self.most else { return nil }
        let scope = (scopes.count + 1) * Self.distance
        scopes[path] = scope
        return scope
    }
}
