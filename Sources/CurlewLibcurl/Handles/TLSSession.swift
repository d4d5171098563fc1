import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The result of the TLS handshake with the server.
///
/// libcurl returns OpenSSL's own object. OpenSSL's functions are looked up, not linked, since libcurl may be built
/// with another library, which is not supported here.
struct TLSSession {
    let version: String
    let cipher: String
    /// What the server has chosen by ALPN (RFC 7301): only HTTP/2 matters here.
    let speaksHTTP2: Bool

    /// Reads the session of the handle's connection; nil without one.
    init?(_ handle: borrowing EasyHandle) {
        guard let library = OpenSSL.library,
            let session = unsafe handle.withOpenSSLSession({ unsafe TLSSession($0, library) })
        else { return nil }
        self = session
    }

    private init?(_ session: UnsafeMutableRawPointer, _ library: OpenSSL) {
        guard let version = unsafe library.version(session),
            let cipher = unsafe library.currentCipher(session),
            let name = unsafe library.cipherName(cipher)
        else { return nil }
        self.version = unsafe String(cString: version)
        self.cipher = unsafe String(cString: name)
        speaksHTTP2 = unsafe library.protocolName(of: session) == "h2"
    }

    /// Whether the server has announced the end of the handle's connection (RFC 8446 §6.1); nil if unknown.
    static func isCloseNotified(_ handle: borrowing EasyHandle) -> Bool? {
        guard let library = OpenSSL.library else { return nil }
        let received: Int32 = 2
        return unsafe handle.withOpenSSLSession { unsafe library.shutdownState($0) & received != 0 }
    }

    /// Makes OpenSSL read what has arrived on the handle's connection, which curl's log then reports; consumes
    /// nothing of a response.
    static func peek(_ handle: borrowing EasyHandle) {
        guard let library = OpenSSL.library else { return }
        var byte: UInt8 = 0
        _ = unsafe handle.withOpenSSLSession { unsafe library.peek($0, &byte, 1) }
    }
}

/// The functions of the OpenSSL that libcurl has loaded.
@safe
private struct OpenSSL: Sendable {
    typealias Getter = @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
    typealias ProtocolGetter =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UInt32>
        ) -> Void
    typealias Reader =
        @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32) -> Int32
    typealias StateGetter = @convention(c) (UnsafeMutableRawPointer) -> Int32
    typealias ObjectGetter = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

    let version: Getter
    let currentCipher: ObjectGetter
    let cipherName: Getter
    let peek: Reader
    /// SSL_get_shutdown: bits for what was sent and what was received.
    let shutdownState: StateGetter
    private let chosenProtocol: ProtocolGetter

    /// Nil if libcurl uses another library.
    static let library = OpenSSL()

    private init?() {
        guard let version = unsafe dlsym(nil, "SSL_get_version"),
            let currentCipher = unsafe dlsym(nil, "SSL_get_current_cipher"),
            let cipherName = unsafe dlsym(nil, "SSL_CIPHER_get_name"),
            let peek = unsafe dlsym(nil, "SSL_peek"),
            let shutdownState = unsafe dlsym(nil, "SSL_get_shutdown"),
            let chosenProtocol = unsafe dlsym(nil, "SSL_get0_alpn_selected")
        else { return nil }
        unsafe self.version = unsafe unsafeBitCast(version, to: Getter.self)
        unsafe self.currentCipher = unsafe unsafeBitCast(currentCipher, to: ObjectGetter.self)
        unsafe self.cipherName = unsafe unsafeBitCast(cipherName, to: Getter.self)
        unsafe self.peek = unsafe unsafeBitCast(peek, to: Reader.self)
        unsafe self.shutdownState = unsafe unsafeBitCast(shutdownState, to: StateGetter.self)
        unsafe self.chosenProtocol = unsafe unsafeBitCast(chosenProtocol, to: ProtocolGetter.self)
    }

    /// The negotiated protocol; empty if there is none.
    func protocolName(of session: UnsafeMutableRawPointer) -> String {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        unsafe chosenProtocol(session, &name, &length)
        return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
    }
}
