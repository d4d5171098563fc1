import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    /// PEM text, and a folder, or libcurl's own if it is `usual`.
    case union(AuthorityText, Folder)

    enum Folder {
        case none
        case usual
        case path(String)
    }

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
        case .folder(let path):
            try Self.check(folder: path)
            self = .named(file: nil, folder: path)
        case .union(let stores): self = try Self.union(stores, system)
        }
    }

    private static func union(
        _ stores: [TransportConfiguration.TrustStore], _ system: SystemAuthorities
    ) throws(NetworkError) -> Authorities {
        var (data, folder) = (Data(), Folder.none)
        for store in stores {
            let member = try Authorities(store, system: system)
            let (file, text, ownFolder) = try member.parts
            if let file { data += try AuthorityText(path: file).data + [UInt8(ascii: "\n")] }
            if let text { data += text.data + [UInt8(ascii: "\n")] }
            if case .none = ownFolder { continue }
            folder = ownFolder
        }
        let text = AuthorityText(data)
        if case .none = folder { try text.check("the union of authorities") }
        return .union(text, folder)
    }

    /// What a union takes of a member.
    private var parts: (file: String?, text: AuthorityText?, folder: Folder) {
        get throws(NetworkError) {
            switch self {
            case .builtIn:
                throw .unsupported(
                    "the system's authorities were not found, so that no others can be added to them")
            case .usual(let file): (file, nil, .usual)
            case .named(let file, let folder): (file, nil, folder.map { .path($0) } ?? .none)
            case .pem(let text): (nil, text, .none)
            case .union(let text, let folder): (nil, text, folder)
            }
        }
    }

    private init(_ system: SystemAuthorities) throws(NetworkError) {
        switch system {
        case .named(let file, let folder, let usualFile):
            if let file { try Self.check(file) }
            self = .named(file: file ?? usualFile, folder: folder)
        case .usual(let path): self = .usual(path)
        case .folder(let path):
            try Self.check(folder: path)
            self = .named(file: nil, folder: path)
        case .unknown: self = .builtIn
        }
    }

    private static func check(folder path: String) throws(NetworkError) {
        guard unsafe access(path, R_OK | X_OK) == 0 else {
            let number = errno
            throw .fileFailed(
                "read the folder of the authorities,", path: path, errno: number,
                reason: unsafe String(cString: strerror(number)))
        }
    }

    private static func check(_ path: String) throws(NetworkError) {
        try AuthorityText(path: path).check("the file of the authorities, \(path),")
    }
}

extension Authorities {
    /// Whose certificates are checked against the authorities.
    enum Peers {
        case servers
        case proxies
    }

    /// Makes a handle trust the authorities, and no others, for the certificates of these peers.
    func set(on handle: borrowing EasyHandle, for peers: Peers) throws(RefusedOption) {
        // Otherwise libcurl would use its cached copy of a file for a day after the file was replaced.
        try handle.set(.authorityLifetime, Self.lifetime)
        let isProxy = peers == .proxies
        let fileOption = isProxy ? CURLOPT_PROXY_CAINFO : CURLOPT_CAINFO
        switch self {
        case .builtIn: break
        case .usual(let file): try handle.set(fileOption, file)
        case .named(let file, let folder):
            try handle.set(fileOption, file)
            try AuthorityFolder.set(folder, on: handle, for: peers)
        case .pem(let text):
            try Self.set(text, on: handle, for: peers)
            try AuthorityFolder.set(nil, on: handle, for: peers)
        case .union(let text, let folder):
            try Self.set(text, on: handle, for: peers)
            switch folder {
            case .none: try AuthorityFolder.set(nil, on: handle, for: peers)
            case .usual: break
            case .path(let path): try AuthorityFolder.set(path, on: handle, for: peers)
            }
        }
    }

    private static func set(
        _ text: AuthorityText, on handle: borrowing EasyHandle, for peers: Peers
    ) throws(RefusedOption) {
        let option = peers == .proxies ? CURLOPT_PROXY_CAINFO_BLOB : CURLOPT_CAINFO_BLOB
        unsafe try text.withBytes { bytes throws(RefusedOption) in
            unsafe try handle.set(option, uncopied: bytes)
        }
    }
}
