extension TransportConfiguration {
    /// To which addresses a transport may connect: for services that send requests to URLs of strangers.
    ///
    ///     TransportConfiguration(addressPolicy: .publicOnly(allowing: ["10.1.2.0/24"]))
    ///
    /// The address to which a socket is about to be connected decides, not the URL: after every lookup and redirect, and
    /// before anything is sent. A refused address is `.addressRefused`. A proxy would resolve the names itself, so that a
    /// request through one is `.unsupported`.
    public struct AddressPolicy: Sendable, Hashable {
        private enum Kind: Sendable, Hashable {
            case any
            case publicOnly(allowing: [String])
        }

        private let kind: Kind

        /// Every address.
        public static let any = AddressPolicy(kind: .any)

        /// Only addresses of public hosts: none that is private, loopback, link-local, multicast, reserved or that of a
        /// cloud's metadata service, including IPv4 addresses in IPv6 ones (RFC 6890, RFC 6052).
        public static let publicOnly = publicOnly(allowing: [])

        /// Only addresses of public hosts, and these: addresses, or ranges such as `10.1.2.0/24` and `fd12::/16`.
        ///
        /// A text that is neither makes every request `.invalidRequest`.
        public static func publicOnly(allowing ranges: [String]) -> AddressPolicy {
            AddressPolicy(kind: .publicOnly(allowing: ranges))
        }

        /// Throws `.invalidRequest` for a range that is not one.
        func check() throws(NetworkError) {
            guard case .publicOnly(let ranges) = kind else { return }
            for range in ranges where IPRange(range) == nil {
                throw .invalidRequest("the address policy's range \(range) is not one")
            }
        }

        /// The rule that each address must pass; nil for none.
        package var rule: AddressRule? {
            guard case .publicOnly(let ranges) = kind else { return nil }
            return AddressRule(allowing: ranges.compactMap { IPRange($0) })
        }
    }
}
