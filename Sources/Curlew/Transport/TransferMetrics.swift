/// What one exchange has cost; a figure that the transport does not know is nil.
public struct TransferMetrics: Sendable, Hashable {
    /// Waiting for a free connection.
    public var queued: Duration?
    /// Looking up the host's name.
    public var nameLookup: Duration?
    /// Making the TCP connection; 0 on one that was there.
    public var connect: Duration?
    /// The TLS handshake; nil without one.
    public var tls: Duration?
    /// Sending the request's body, where it is streamed.
    public var sending: Duration?
    /// From sending to the answer's first byte.
    public var firstByte: Duration?
    /// From sending to now, or to the end of the body.
    public var total: Duration?
    /// Bytes sent, the head included.
    public var bytesSent: Int64?
    /// Bytes received, the head included, before decoding.
    public var bytesReceived: Int64?
    /// Whether the connection had been used before.
    public var isReusedConnection: Bool?
    /// The own address and port.
    public var localAddress: String?
    /// The server's address and port.
    public var remoteAddress: String?
    /// The version of TLS, such as `TLSv1.3`.
    public var tlsVersion: String?
    /// The cipher suite's name.
    public var tlsCipher: String?

    /// Makes metrics of which nothing is known.
    public init() {}
}
