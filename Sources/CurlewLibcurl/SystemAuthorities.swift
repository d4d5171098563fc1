#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the system keeps the certificates that vouch for others.
///
/// A libcurl that was built on one distribution looks where that one keeps them; a program that is moved to another finds
/// them here.
enum SystemAuthorities {
    /// The file that `SSL_CERT_FILE` names, as OpenSSL's own programs use it, otherwise the first one that is there.
    static var file: String? {
        if let named = unsafe getenv("SSL_CERT_FILE") { return unsafe String(cString: named) }
        return usualFiles.first { unsafe access($0, R_OK) == 0 }
    }

    private static let usualFiles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Alpine, Arch
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, Red Hat
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Red Hat 7 and later
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/etc/ssl/cert.pem",  // Alpine, macOS
    ]
}
