/// The domains of cookies (RFC 6265 §5.1.3, §5.3).
enum CookieDomain {
    /// Where a cookie is sent: to the host that set it, or to a domain and all hosts below.
    ///
    /// Returns nil if the host may not set cookies for the domain. There is no list of public suffixes: a domain of a
    /// single label, such as `com`, is refused, but `co.uk` is not.
    static func scope(of domain: String?, setBy host: String) -> (domain: String, isHostOnly: Bool)? {
        guard let domain, domain != host else {
            return (host, isHostOnly: domain == nil || isAddress(host) || !host.utf8.contains(dot))
        }
        guard domain.utf8.contains(dot), !domain.utf8.starts(with: [dot]), domain.utf8.last != dot,
            !isAddress(host), host.hasSuffix(".\(domain)")
        else { return nil }
        return (domain, isHostOnly: false)
    }

    /// The host and each domain above it.
    static func all(matching host: String) -> [String] {
        guard !isAddress(host) else { return [host] }
        var domains = [host]
        var rest = host.utf8[...]
        while let place = rest.firstIndex(of: dot) {
            rest = rest[place...].dropFirst()
            domains.append(String(Substring(rest)))
        }
        return domains
    }

    private static let dot = UInt8(ascii: ".")

    /// Whether a host is an IP address, which has no domains; the last label of a name is not a number.
    private static func isAddress(_ host: String) -> Bool {
        host.utf8.contains(UInt8(ascii: ":"))
            || host.split(separator: ".").last?.utf8.allSatisfy(\.isASCIIDigit) == true
    }
}
