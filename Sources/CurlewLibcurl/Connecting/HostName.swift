import CurlewTransport

/// A name with a port, the key of curl's lookup cache.
struct HostName: Hashable {
    let authority: String
    private let isSecure: Bool

    /// The name of a target; nil for an address, which needs no lookup.
    init?(_ target: HTTPRequest.Target) {
        self.init(authority: target.authority, isSecure: target.isSecure)
    }

    /// The name of a host with an optional port; nil for an address.
    init?(authority: String, isSecure: Bool) {
        guard !authority.hasPrefix("[") else { return nil }
        self.authority = authority
        self.isSecure = isSecure
        let host = authority.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isAddress = host.allSatisfy {
            $0 == UInt8(ascii: ".") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
        if isAddress { return nil }
    }

    /// A URL with this name and port.
    var url: String { "\(isSecure ? "https" : "http")://\(authority)/" }
}
