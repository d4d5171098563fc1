/// A range of addresses, such as `10.0.0.0/8` (RFC 4632 §3.1, RFC 4291 §2.3).
package struct IPRange: Sendable, Hashable {
    private let prefix: [UInt8]
    /// The number of leading bits that all its addresses have in common.
    private let bitCount: Int

    /// Parses an address, or an address with the number of its leading bits; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
        let most = address.bytes.count * 8
        // What is mapped into IPv6 has become IPv4.
        let isMapped = most == 32 && parts[0].contains(":")
        prefix = address.bytes
        guard parts.count == 2 else {
            bitCount = most
            return
        }
        guard parts[1].utf8.allSatisfy(\.isASCIIDigit), let count = Int(parts[1]) else { return nil }
        bitCount = isMapped ? count - 96 : count
        guard (0...most).contains(bitCount) else { return nil }
    }

    private init(prefix: [UInt8], bitCount: Int) {
        self.prefix = prefix
        self.bitCount = bitCount
    }

    /// A range that is written in the sources; for a text that is none, one that contains no address.
    static func known(_ text: String) -> IPRange { IPRange(text) ?? IPRange(prefix: [], bitCount: 0) }

    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == prefix.count else { return false }
        let (whole, rest) = bitCount.quotientAndRemainder(dividingBy: 8)
        guard address.bytes.prefix(whole).elementsEqual(prefix.prefix(whole)) else { return false }
        return rest == 0 || (address.bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
    }
}
