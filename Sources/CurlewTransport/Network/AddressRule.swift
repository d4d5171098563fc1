/// Decides whether an address may be connected to.
package struct AddressRule: Sendable {
    private let allowed: [IPRange]

    package init(allowing allowed: [IPRange] = []) {
        self.allowed = allowed
    }

    package func allows(_ address: IPAddress) -> Bool {
        if allowed.contains(where: { $0.contains(address) }) { return true }
        // A translator would connect to the IPv4 address inside (RFC 6052 §2.1).
        if Self.translated.contains(address), let inner = IPAddress(bytes: address.bytes.suffix(4)) {
            return allows(inner)
        }
        return !Self.special.contains { $0.contains(address) }
    }

    private static let translated = IPRange.known("64:ff9b::/96")

    /// The registries of special-purpose addresses (RFC 6890), multicast, and what clouds use for metadata.
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        // Azure's metadata and DNS, in a range that is public otherwise.
        "168.63.129.16",
        // IPv6: unspecified, loopback and IPv4-compatible, local translation, discard, Teredo and other assignments,
        // documentation, 6to4, segment routing, unique local, link-local, site-local, multicast.
        "::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
        "5f00::/16",
        "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    ].map { IPRange.known($0) }
}
