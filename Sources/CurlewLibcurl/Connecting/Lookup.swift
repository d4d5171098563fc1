import CCurl
import CurlewTransport

/// Looks up one name for all transfers that wait for it, on a handle of its own: it goes on when they give up.
///
/// curl keeps what was found for the transfers. The handle connects to none of the addresses: it refuses each, so that
/// curl names the next.
@safe
final class Lookup {
    let name: HostName
    let easy: EasyHandle
    private(set) var addresses: [SocketAddress] = []
    /// Whether curl does not yet know that it may go on after a refusal.
    private(set) var isStalled = false
    private let callbacks: LoopCallbacks
    private var overrides: UnsafeMutablePointer<curl_slist>?

    /// Prepares a lookup; nil when curl has no memory for it.
    init?(of name: HostName, settings: TransferSettings, callbacks: LoopCallbacks) {
        guard let easy = EasyHandle() else { return nil }
        self.name = name
        self.easy = easy
        self.callbacks = callbacks
        do throws(RefusedOption) {
            try setOptions(settings)
        } catch {
            return nil
        }
    }

    deinit {
        unsafe curl_slist_free_all(overrides)
    }

    private func setOptions(_ settings: TransferSettings) throws(RefusedOption) {
        try easy.reset()
        try easy.setDefaults()
        try easy.set(CURLOPT_DNS_CACHE_TIMEOUT, settings.lookupSeconds)
        try easy.set(CURLOPT_URL, name.url)
        // A connection that is there needs no lookup.
        try easy.set(CURLOPT_FRESH_CONNECT, 1)
        unsafe try easy.set(
            CURLOPT_OPENSOCKETDATA, pointer: Unmanaged.passUnretained(self).toOpaque())
        try EasyHandle.check(
            CURLOPT_OPENSOCKETFUNCTION,
            unsafe curlew_easy_set_open_socket_function(easy.pointer, Self.refuseSocket))
        for override in settings.nameOverrides { unsafe overrides = curl_slist_append(overrides, override) }
        unsafe try easy.set(CURLOPT_RESOLVE, pointer: overrides)
    }

    private static let refuseSocket:
        @convention(c) (
            UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?
        ) -> curl_socket_t = { data, _, address in
            guard let data = unsafe data, let address = unsafe address else { return -1 }
            let lookup = unsafe Unmanaged<Lookup>.fromOpaque(data).takeUnretainedValue()
            unsafe lookup.refuse(SocketAddress(address))
            return -1
        }

    private func refuse(_ address: SocketAddress) {
        if !addresses.contains(address) { addresses.append(address) }
        isStalled = true
        callbacks.hasStalledLookups = true
    }

    func resumed() { isStalled = false }

    /// Why nothing was found; nil when something was.
    func failure(for result: CURLcode) -> NetworkError? {
        guard addresses.isEmpty else { return nil }
        return CurlFailure(result: result, text: easy.errorText, hasHead: false, hasSentBytes: false)
            .networkError
    }
}
