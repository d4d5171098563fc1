import Curlew

/// Who vouches for servers, in the form in which curl is told.
enum Authorities {
    /// Those that this libcurl was built with.
    case builtIn
    /// curl reads a file once for many connections, and PEM text for each.
    case file(String)
    case pem(AuthorityText)

    /// Throws `.fileFailed` for a file that cannot be read, and `.tlsFailed` for PEM text without whole certificates.
    init(
        _ authorities: TransportConfiguration.Authorities, system: SystemAuthorities
    ) throws(NetworkError) {
        switch authorities {
        case .system: try self.init(system)
        case .file(let path): try self.init(checking: path)
        case .pem(let data):
            let text = AuthorityText(data)
            try text.check("the PEM text of the authorities")
            self = .pem(text)
        }
    }

    private init(_ system: SystemAuthorities) throws(NetworkError) {
        switch system {
        case .named(let path): try self.init(checking: path)
        case .usual(let path): self = .file(path)
        case .unknown: self = .builtIn
        }
    }

    private init(checking path: String) throws(NetworkError) {
        try AuthorityText(path: path).check("the file of the authorities, \(path),")
        self = .file(path)
    }
}
