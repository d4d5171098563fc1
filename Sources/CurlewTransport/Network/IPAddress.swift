#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An IPv4 or IPv6 address.
///
/// An IPv4 address that is mapped into IPv6 (RFC 4291 §2.5.5.2) is the IPv4 address, to which the system connects.
package struct IPAddress: Sendable, Hashable {
    /// Four or sixteen bytes, in network order.
    package let bytes: [UInt8]

    /// Takes four or sixteen bytes; nil for another number of them.
    package init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : bytes
    }

    /// Parses an address in its usual form; an IPv6 address may have brackets, but no zone.
    package init?(_ text: some StringProtocol) {
        let isLiteral = text.hasPrefix("[") && text.hasSuffix("]")
        let text = isLiteral ? String(text.dropFirst().dropLast()) : String(text)
        guard let bytes = Self.bytes(of: text, isIPv6: isLiteral || text.utf8.contains(UInt8(ascii: ":")))
        else { return nil }
        self.init(bytes: bytes)
    }

    /// Parses the host of a URL, in any form that the system's resolver takes for an address, such as `127.1` and
    /// `0x7f000001`.
    package init?(host: String) {
        if let address = IPAddress(host) {
            self = address
            return
        }
        guard let last = host.utf8.last, last.hexDigitValue != nil else { return nil }
        var address = in_addr()
        guard unsafe inet_aton(host, &address) != 0 else { return nil }
        self.init(bytes: unsafe withUnsafeBytes(of: &address) { unsafe Array($0) })
    }

    fileprivate var text: String {
        let isIPv6 = bytes.count == 16
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let result = unsafe inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count))
        return unsafe result.map { unsafe String(cString: $0) } ?? "an address"
    }

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func bytes(of text: String, isIPv6: Bool) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
        let result = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, bytes.baseAddress)
        }
        return result == 1 ? bytes : nil
    }
}

extension IPAddress: CustomStringConvertible {
    /// The usual form, without brackets.
    package var description: String { text }
}
