import CCurl
import CurlewTransport

/// A client's certificate and key in the form of curl's options.
struct Identity {
    private enum Source {
        case file(String)
        case bytes(AuthorityText)
    }

    private let certificate: Source
    /// Nil if the certificate's source has it.
    private let key: Source?
    private let password: Secret?

    /// Throws `.fileFailed` for a file that cannot be read.
    init(_ identity: TransportConfiguration.ClientIdentity) throws(NetworkError) {
        password = identity.password
        switch identity.kind {
        case .files(let certificate, let key):
            self.certificate = .file(certificate)
            self.key = .file(key)
        case .pem(let certificate, let key):
            self.certificate = .bytes(AuthorityText(certificate))
            self.key = .bytes(AuthorityText(key))
        case .pkcs12File(let path):
            certificate = .file(path)
            key = nil
        case .pkcs12(let data):
            certificate = .bytes(AuthorityText(data))
            key = nil
        }
        for case .file(let path)? in [certificate, key] { _ = try FileReader(path: path) }
    }

    /// Makes a handle offer the certificate.
    func set(on handle: borrowing EasyHandle) throws(RefusedOption) {
        try handle.set(CURLOPT_SSLCERTTYPE, key == nil ? "P12" : "PEM")
        try set(certificate, CURLOPT_SSLCERT, CURLOPT_SSLCERT_BLOB, on: handle)
        if let key { try set(key, CURLOPT_SSLKEY, CURLOPT_SSLKEY_BLOB, on: handle) }
        // Without an own value OpenSSL would ask for a password on the terminal.
        try handle.set(CURLOPT_KEYPASSWD, password?.text ?? "")
    }

    private func set(
        _ source: Source, _ fileOption: CURLoption, _ bytesOption: CURLoption, on handle: borrowing EasyHandle
    ) throws(RefusedOption) {
        switch source {
        case .file(let path): try handle.set(fileOption, path)
        case .bytes(let text):
            unsafe try text.withBytes { bytes throws(RefusedOption) in
                unsafe try handle.set(bytesOption, uncopied: bytes)
            }
        }
    }
}
