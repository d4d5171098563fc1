extension TransportConfiguration {
    /// How the names of hosts become addresses, and from which address connections are made.
    public struct NameOptions: Sendable, Hashable {
        /// Addresses that are used without a lookup; the first override of a host and port counts.
        public var overrides: [Override]
        /// Other hosts to connect to; the first that matches counts.
        ///
        /// The Host field and the name in the certificate are those of the URL.
        /// A request through a proxy that would match is `.unsupported`.
        public var connectTo: [ConnectTo]
        /// The kinds of addresses that are used.
        public var addressFamily: AddressFamily
        /// The network interface, or the local address, from which connections are made; nil for the system's choice.
        ///
        /// One that does not exist makes requests `.cannotConnect`.
        public var interface: String?

        /// Makes options; without arguments names are looked up by the system.
        public init(
            overrides: [Override] = [], connectTo: [ConnectTo] = [], addressFamily: AddressFamily = .any,
            interface: String? = nil
        ) {
            self.overrides = overrides
            self.connectTo = connectTo
            self.addressFamily = addressFamily
            self.interface = interface
        }

        /// The addresses of a host for a port, like curl's `--resolve`.
        public struct Override: Sendable, Hashable {
            package let text: String

            /// Takes a host's name, a port and addresses, such as `127.0.0.1` and `::1`.
            ///
            /// Throws `.invalidRequest` for a name or an address that is not valid.
            public init(host: String, port: UInt16, addresses: [String]) throws(NetworkError) {
                let host = try NameOptions.checked(host)
                var parts: [String] = []
                for text in addresses {
                    guard let address = IPAddress(text) else {
                        throw .invalidRequest("the override of \(host) has an address that is not valid")
                    }
                    parts.append(address.bytes.count == 16 ? "[\(address)]" : "\(address)")
                }
                guard !parts.isEmpty else { throw .invalidRequest("the override of \(host) has no address") }
                text = "\(host):\(port):\(parts.joined(separator: ","))"
            }
        }

        /// A host and port that are connected to instead of the URL's, like curl's `--connect-to`.
        public struct ConnectTo: Sendable, Hashable {
            private let from: (host: String?, port: UInt16?)
            private let to: (host: String?, port: UInt16?)

            /// Takes the URL's host and port, and those to connect to; nil stands for any, or for the URL's own.
            ///
            /// Throws `.invalidRequest` for a name that is not valid.
            public init(
                host: String? = nil, port: UInt16? = nil, toHost: String? = nil, toPort: UInt16? = nil
            ) throws(NetworkError) {
                from = (try host.map { host throws(NetworkError) in try NameOptions.checked(host) }, port)
                to = (try toHost.map { host throws(NetworkError) in try NameOptions.checked(host) }, toPort)
            }

            /// The host and port to connect to for a target; nil if it does not match.
            package func authority(for target: HTTPRequest.Target) -> String? {
                let own = target.isIPv6Literal ? "[\(target.host)]" : target.host
                guard from.host ?? own == own, from.port.map({ Int($0) == target.port }) ?? true else {
                    return nil
                }
                return "\(to.host ?? own):\(to.port.map { Int($0) } ?? target.port)"
            }

            /// Compares all parts.
            public static func == (one: Self, other: Self) -> Bool {
                one.from == other.from && one.to == other.to
            }

            /// Hashes all parts.
            public func hash(into hasher: inout Hasher) {
                hasher.combine(from.host)
                hasher.combine(from.port)
                hasher.combine(to.host)
                hasher.combine(to.port)
            }
        }

        /// The kinds of addresses that are used; more can be added without breaking a caller.
        public struct AddressFamily: Sendable, Hashable {
            private enum Kind { case any, ipv4, ipv6 }

            private let kind: Kind

            /// IPv4 and IPv6.
            public static let any = AddressFamily(kind: .any)
            /// IPv4 only.
            public static let ipv4 = AddressFamily(kind: .ipv4)
            /// IPv6 only.
            public static let ipv6 = AddressFamily(kind: .ipv6)
        }

        /// A host as in a URL, in lower case, without a port.
        private static func checked(_ host: String) throws(NetworkError) -> String {
            let isBareIPv6 = IPAddress(host)?.bytes.count == 16 && !host.hasPrefix("[")
            do throws(NetworkError) {
                let checked = try AuthorityParser.check(isBareIPv6 ? "[\(host)]" : host[...])
                guard checked.hasSuffix("]") || !checked.contains(":") else {
                    throw .invalidRequest("the host has a port")
                }
                return checked
            } catch {
                throw .invalidRequest("the name of a host is not valid")
            }
        }
    }
}
