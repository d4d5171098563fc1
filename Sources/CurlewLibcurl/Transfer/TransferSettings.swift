import CCurl
import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A transport's configuration as its transfers need it, worked out once.
final class TransferSettings: Sendable {
    let configuration: TransportConfiguration
    /// The file of the authorities that vouch for servers; nil when they are in memory, or curl's own are used.
    let authorityFile: String?
    let authorities: AuthorityBytes?

    init(_ configuration: TransportConfiguration) {
        self.configuration = configuration
        switch configuration.tls.authorities {
        case .system:
            authorityFile = SystemAuthorities.file
            authorities = nil
        case .file(let path):
            authorityFile = path
            authorities = nil
        case .pem(let data):
            authorityFile = nil
            authorities = AuthorityBytes(data)
        }
    }

    var verifiesServers: Bool { configuration.tls.verification == .full }

    /// Whole seconds, as curl counts them; at least one.
    var idleSeconds: Int { Self.seconds(configuration.idleLifetime) }
    var lifetimeSeconds: Int { Self.seconds(configuration.connectionLifetime) }

    private static func seconds(_ duration: Duration) -> Int {
        max(1, Int(min(duration.components.seconds, Int64(Int32.max))))
    }
}

/// PEM text at an address that does not move, so that curl need not copy it for every transfer.
@safe
final class AuthorityBytes: Sendable {
    // Safety: written here, then only read, until the last transfer has let go of it.
    nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) {
        unsafe bytes = .allocate(byteCount: max(1, data.count), alignment: 1)
        unsafe bytes.copyBytes(from: data)
    }

    deinit {
        unsafe bytes.deallocate()
    }

    func withBytes<Value>(_ body: (UnsafeMutableRawBufferPointer) -> Value) -> Value { unsafe body(bytes) }
}
