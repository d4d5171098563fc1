/// The addresses of looked-up hosts, and which of them is known to respond.
struct AddressBook {
    private static let most = 4096
    private var entries: [HostName: Entry] = [:]

    private struct Entry {
        var addresses: [SocketAddress]
        var preferred: SocketAddress?
    }

    /// A host was looked up; keeps what is known about addresses that it still has.
    mutating func note(_ addresses: [SocketAddress], of name: HostName) {
        if entries.count >= Self.most { entries.removeAll() }
        let preferred = entries[name]?.preferred.flatMap { addresses.contains($0) ? $0 : nil }
        entries[name] = Entry(addresses: addresses, preferred: preferred)
    }

    /// An address has responded where others had not.
    mutating func prefer(_ address: SocketAddress, of name: HostName) {
        entries[name]?.preferred = address
    }

    /// The address to try first; nil for curl's first one.
    func preferred(of name: HostName) -> SocketAddress? { entries[name]?.preferred }

    /// All addresses of a host, if it has several.
    func alternatives(of name: HostName) -> [SocketAddress]? {
        entries[name].flatMap { $0.addresses.count > 1 ? $0.addresses : nil }
    }
}
