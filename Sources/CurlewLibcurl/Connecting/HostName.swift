import CurlewTransport

/// A name with a port, the key of curl's lookup cache.
struct HostName: Hashable {
    let authority: String
    private let isSecure: Bool

    /// The name of a target; nil for an address, which needs no lookup.
    init?(_ target: HTTPRequest.Target) {
        guard !target.isIPv6Literal else { return nil }
        authority = target.authority
        isSecure = target.isSecure
        let host = authority.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isAddress = host.allSatisfy {
            $0 == UInt8(ascii: ".") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
        if isAddress { return nil }
    }

    /// A URL with this name and port.
    var url: String { "\(isSecure ? "https" : "http")://\(authority)/" }
}
