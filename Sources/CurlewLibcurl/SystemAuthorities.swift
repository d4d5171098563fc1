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
    /// The file that `SSL_CERT_FILE` names, as for OpenSSL's own programs.
    case named(String)
    /// The first of the usual files that is there.
    case usual(String)
    case unknown

    static var current: SystemAuthorities {
        if let value = unsafe getenv("SSL_CERT_FILE") {
            let path = unsafe String(cString: value)
            if !path.isEmpty { return .named(path) }
        }
        return usualFiles.first { unsafe access($0, R_OK) == 0 }.map { .usual($0) } ?? .unknown
    }

    private static let usualFiles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Alpine, Arch
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, Red Hat
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Red Hat 7 and later
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/etc/ssl/cert.pem",  // Alpine, macOS
    ]
}
