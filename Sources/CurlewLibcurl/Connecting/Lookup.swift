import CCurl
import CurlewTransport

/// Looks up one name for all transfers that wait for it, on its own handle: it continues even if they are cancelled.
///
/// curl caches the result for the transfers. The handle connects to none of the addresses: it refuses each one, so
/// that curl names the next.
final class Lookup: EasyCallbacks {
    let name: HostName
    let easy: EasyHandle
    private(set) var addresses: [SocketAddress] = []
    /// Whether curl must still be told to continue after a refusal.
    private(set) var isStalled = false
    private let overrides: StringList

    /// Prepares a lookup whose result curl keeps for some seconds; nil without memory.
    init?(
        of name: HostName, keptFor seconds: Int, overrides: [String],
        family: TransportConfiguration.NameOptions.AddressFamily
    ) {
        guard let easy = EasyHandle() else { return nil }
        self.name = name
        self.easy = easy
        self.overrides = StringList(overrides)
        super.init()
        do throws(RefusedOption) {
            try setOptions(seconds, family)
        } catch {
            return nil
        }
    }

    private func setOptions(
        _ seconds: Int, _ family: TransportConfiguration.NameOptions.AddressFamily
    ) throws(RefusedOption) {
        try easy.reset()
        try easy.setDefaults()
        try easy.set(CURLOPT_DNS_CACHE_TIMEOUT, seconds)
        try easy.set(CURLOPT_URL, name.url)
        if family != .any { try easy.set(CURLOPT_IPRESOLVE, family.curlOption) }
        // An existing connection would need no lookup.
        try easy.set(CURLOPT_FRESH_CONNECT, 1)
        try easy.setSocketCallback()
        try easy.set(nameOverrides: overrides)
        easy.begin(self)
    }

    override func socketWanted(for address: borrowing OfferedAddress) -> Int32 {
        let address = address.value
        if !addresses.contains(address) { addresses.append(address) }
        isStalled = true
        return -1
    }

    func resumed() { isStalled = false }

    /// Why nothing was found; nil if an address was.
    func failure(for result: CURLcode) -> NetworkError? {
        guard addresses.isEmpty else { return nil }
        return CurlFailure(result: result, text: easy.errorText, hasHead: false, hasSentBytes: false)
            .networkError
    }
}
