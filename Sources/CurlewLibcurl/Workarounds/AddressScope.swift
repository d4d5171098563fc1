/// libcurl can send an HTTP/2 request on an HTTP/1.1 connection to the same host that is in use.
///
/// Nor has it an option for which of a host's HTTP/2 connections a request may share. It separates connections of
/// different address scopes, and a scope has a meaning only for link-local addresses.
///
/// Seen with 7.88.1; active with every version, since all versions separate scopes.
///
/// Row in `LibcurlHazard`: "an HTTP/2 request can be sent on an HTTP/1.1 connection that is in use".
enum AddressScope {
    /// HTTP/1.1 over TLS.
    static let http1 = 1

    /// A handle's scope after a reset is 0; route 0 keeps it.
    static func route(_ route: Int) -> Int { route == 0 ? 0 : route + 1 }

    /// A scope in which there are no connections.
    static let unused = Int(Int32.max)
}
