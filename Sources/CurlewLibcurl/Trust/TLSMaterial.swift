import CCurl
import CurlewTransport

/// What the TLS settings of a transport refer to, read and checked once.
struct TLSMaterial {
    /// Nil if servers are not verified.
    let authorities: Authorities?
    private let identity: Identity?
    private let settings: TransportConfiguration.TLS

    /// Throws `.fileFailed` for a file that cannot be read, and `.tlsFailed` for PEM text without complete certificates.
    init(
        _ settings: TransportConfiguration.TLS, system: SystemAuthorities
    ) throws(NetworkError) {
        self.settings = settings
        authorities =
            settings.verification == .full ? try Authorities(settings.trustStore, system: system) : nil
        identity = try settings.identity.map { identity throws(NetworkError) in try Identity(identity) }
        if let path = settings.revocationList { _ = try FileReader(path: path) }
    }

    /// Sets what applies to servers.
    func set(on handle: borrowing EasyHandle) throws(RefusedOption) {
        try handle.set(CURLOPT_SSLVERSION, oldestVersion)
        try handle.set(CURLOPT_SSL_VERIFYPEER, authorities == nil ? 0 : 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, authorities == nil ? 0 : 2)
        try authorities?.set(on: handle, for: .servers)
        try identity?.set(on: handle)
        if let path = settings.revocationList { try handle.set(CURLOPT_CRLFILE, path) }
        if let ciphers = settings.ciphers { try handle.set(CURLOPT_SSL_CIPHER_LIST, ciphers) }
        if let ciphers = settings.ciphersOfTLS1_3 { try handle.set(CURLOPT_TLS13_CIPHERS, ciphers) }
        if !settings.pins.isEmpty {
            let pins = settings.pins.map(\.description).joined(separator: ";")
            try handle.set(CURLOPT_PINNEDPUBLICKEY, pins)
        }
    }

    /// Sets what applies to proxies, which are authenticated like servers, but get no client certificate.
    func setForProxy(on handle: borrowing EasyHandle) throws(RefusedOption) {
        try handle.set(CURLOPT_PROXY_SSLVERSION, oldestVersion)
        try handle.set(CURLOPT_PROXY_SSL_VERIFYPEER, authorities == nil ? 0 : 1)
        try handle.set(CURLOPT_PROXY_SSL_VERIFYHOST, authorities == nil ? 0 : 2)
        try authorities?.set(on: handle, for: .proxies)
    }

    private var oldestVersion: Int {
        Int(settings.minimumVersion == .tls1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2)
    }
}
