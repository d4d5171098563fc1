#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The location of the system's certificate authorities.
///
/// A libcurl built on one distribution looks where that one keeps them; on another distribution they are found here.
enum SystemAuthorities: Equatable {
    /// The paths in `SSL_CERT_FILE` and `SSL_CERT_DIR`, as for curl and OpenSSL's own programs.
    ///
    /// The file replaces all of the system's, the folder only its folder: with a folder alone the usual file is used.
    case named(file: String?, folder: String?, usualFile: String?)
    /// The first existing file of the usual ones.
    case usual(String)
    /// Without such a file, the first existing folder of the usual ones.
    case folder(String)
    case unknown

    static var current: SystemAuthorities {
        SystemAuthorities(file: variable("SSL_CERT_FILE"), folder: variable("SSL_CERT_DIR"), isReadable)
    }

    /// Takes the variables' paths, and whether a path can be read.
    init(file: String?, folder: String?, _ isReadable: (String) -> Bool) {
        let usualFile = Self.usualFiles.first(where: isReadable)
        if file != nil || folder != nil {
            self = .named(file: file, folder: folder, usualFile: usualFile)
        } else if let usualFile {
            self = .usual(usualFile)
        } else {
            self = Self.usualFolders.first(where: isReadable).map { .folder($0) } ?? .unknown
        }
    }

    private static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    private static let usualFiles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Alpine, Arch
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, Red Hat
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Red Hat 7 and later
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/etc/ssl/cert.pem",  // Alpine, macOS
    ]

    /// Folders of certificates with the names by which OpenSSL looks them up.
    private static let usualFolders = [
        "/etc/ssl/certs",  // Debian, Ubuntu, Alpine, Arch, openSUSE
        "/etc/pki/tls/certs",  // Fedora, Red Hat
        "/etc/pki/ca-trust/extracted/pem/directory-hash",  // Fedora
    ]
}
