public import Curlew

/// Sends requests with libcurl, on one loop thread of its own.
public final class LibcurlTransport: Transport {
    /// What this transport can and cannot do here.
    public let capabilities = TransportCapabilities(transport: "libcurl")

    /// Makes a transport with a loop thread of its own.
    public init() {}

    /// Performs one exchange; throws `NetworkError`.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        throw NetworkError(.unsupported, "not built yet")
    }

    /// Ends every transfer with `.closed`; later sends fail at once. A second call does nothing.
    public func shutdown() {}
}

extension Transport where Self == LibcurlTransport {
    /// The process's shared libcurl transport.
    public static var libcurl: LibcurlTransport { SharedTransport.libcurl }
}

private enum SharedTransport {
    static let libcurl = LibcurlTransport()
}
