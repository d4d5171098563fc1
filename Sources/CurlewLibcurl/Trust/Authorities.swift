import CurlewTransport

/// The certificate authorities, in the form of curl's options.
enum Authorities {
    /// The defaults of this libcurl.
    case builtIn
    /// The system's own file, and the folder that this libcurl was built with.
    case usual(String)
    /// A file and a folder, and no others.
    ///
    /// curl reads a file once for many connections, but not together with a folder; it parses PEM text for each.
    case named(file: String?, folder: String?)
    case pem(AuthorityText)

    /// How long curl may reuse a file that it has read, in seconds.
    static let lifetime = 60

    /// Throws `.fileFailed` for a file that cannot be read, and `.tlsFailed` for PEM text without complete
    /// certificates.
    init(
        _ trustStore: TransportConfiguration.TrustStore, system: SystemAuthorities
    ) throws(NetworkError) {
        switch trustStore.kind {
        case .system: try self.init(system)
        case .file(let path):
            try Self.check(path)
            self = .named(file: path, folder: nil)
        case .pem(let data):
            let text = AuthorityText(data)
            try text.check("the PEM text of the authorities")
            self = .pem(text)
        }
    }

    private init(_ system: SystemAuthorities) throws(NetworkError) {
        switch system {
        case .named(let file, let folder, let usualFile):
            if let file { try Self.check(file) }
            self = .named(file: file ?? usualFile, folder: folder)
        case .usual(let path): self = .usual(path)
        case .folder(let path): self = .named(file: nil, folder: path)
        case .unknown: self = .builtIn
        }
    }

    private static func check(_ path: String) throws(NetworkError) {
        try AuthorityText(path: path).check("the file of the authorities, \(path),")
    }
}
