/// The addresses of the names that were looked up, and which of them is known to respond.
struct AddressBook {
    private static let most = 4096
    private var entries: [HostName: Entry] = [:]

    private struct Entry {
        var addresses: [SocketAddress]
        var preferred: SocketAddress?
    }

    /// A name was looked up; what is known of addresses that it still has stays.
    mutating func note(_ addresses: [SocketAddress], of name: HostName) {
        if entries.count >= Self.most { entries.removeAll() }
        let preferred = entries[name]?.preferred.flatMap { addresses.contains($0) ? $0 : nil }
        entries[name] = Entry(addresses: addresses, preferred: preferred)
    }

    /// An address has responded when others had not.
    mutating func prefer(_ address: SocketAddress, of name: HostName) {
        entries[name]?.preferred = address
    }

    /// The address to begin with; nil for the first that curl takes.
    func preferred(of name: HostName) -> SocketAddress? { entries[name]?.preferred }

    /// All addresses of a name, if it has several.
    func alternatives(of name: HostName) -> [SocketAddress]? {
        entries[name].flatMap { $0.addresses.count > 1 ? $0.addresses : nil }
    }
}
