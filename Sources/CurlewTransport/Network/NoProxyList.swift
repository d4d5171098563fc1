/// The hosts that are reached without a proxy, as in `NO_PROXY`.
///
/// An entry is a domain, which includes its subdomains, an address or a range of addresses, each of the first two
/// optionally with a port, or `*` for every host. `example.com`, `.example.com` and `*.example.com` are the same; an
/// entry that is none of these matches no host.
package struct NoProxyList: Sendable, Hashable {
    private let rules: [Rule]

    private struct Rule: Sendable, Hashable {
        enum Hosts: Sendable, Hashable {
            case all
            case domain(String)
            case range(IPRange)
        }

        let hosts: Hosts
        let port: Int?
        /// Whether every libcurl reads the entry in the same way.
        let isCommon: Bool
    }

    /// Takes entries separated by commas or blanks.
    package init(_ text: String) {
        let entries = text.split { $0 == "," || $0.isWhitespace }
        rules = entries.compactMap { Self.rule($0.lowercased(), isOnly: entries.count == 1) }
    }

    /// Whether an entry matches the host of a target.
    package func contains(_ target: HTTPRequest.Target) -> Bool { matches(target) { _ in true } }

    /// Whether an entry matches that every libcurl reads in the same way.
    package func containsForEveryLibcurl(_ target: HTTPRequest.Target) -> Bool {
        matches(target, \.isCommon)
    }

    private func matches(_ target: HTTPRequest.Target, _ isConsidered: (Rule) -> Bool) -> Bool {
        let host = Self.withoutFinalDot(target.host)
        let address = IPAddress(host: host)
        return rules.contains { rule in
            guard isConsidered(rule), rule.port ?? target.port == target.port else { return false }
            switch (rule.hosts, address) {
            case (.all, _): return true
            case (.range(let range), let address?): return range.contains(address)
            case (.domain(let domain), nil): return host == domain || host.hasSuffix(".\(domain)")
            case (.range, nil), (.domain, _?): return false
            }
        }
    }

    private static func rule(_ entry: String, isOnly: Bool) -> Rule? {
        if entry == "*" { return Rule(hosts: .all, port: nil, isCommon: isOnly) }
        if let range = IPRange(entry) {
            return Rule(hosts: .range(range), port: nil, isCommon: IPAddress(entry)?.bytes.count == 4)
        }
        let (host, port) = split(entry)
        if let address = IPRange(host), port != nil {
            return Rule(hosts: .range(address), port: port, isCommon: false)
        }
        let domain = withoutFinalDot(String(host.hasPrefix("*.") ? host.dropFirst() : host[...]))
        let name = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
        guard !name.isEmpty, !name.contains("/"), !name.contains(":"), !name.contains("*") else { return nil }
        return Rule(hosts: .domain(name), port: port, isCommon: port == nil && !host.hasPrefix("*"))
    }

    /// Splits a port off; an IPv6 address can have one only after its brackets.
    private static func split(_ entry: String) -> (host: String, port: Int?) {
        guard let colon = entry.lastIndex(of: ":"), let port = UInt16(entry[colon...].dropFirst()) else {
            return (entry, nil)
        }
        let host = entry[..<colon]
        return host.hasPrefix("[") == host.contains(":") ? (String(host), Int(port)) : (entry, nil)
    }

    private static func withoutFinalDot(_ host: String) -> String {
        host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}
