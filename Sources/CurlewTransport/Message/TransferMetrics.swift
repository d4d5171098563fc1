/// The durations and byte counts of one exchange; nil for what the transport does not know.
public struct TransferMetrics: Sendable, Hashable {
    // Plain numbers in nanoseconds, since every response carries them and a Duration costs wide arithmetic: -1 is unknown.
    package var queuedTime: Int64 = -1
    package var nameLookupTime: Int64 = -1
    package var connectTime: Int64 = -1
    package var tlsTime: Int64 = -1
    package var sendingTime: Int64 = -1
    package var firstByteTime: Int64 = -1
    package var totalTime: Int64 = -1
    private var sentCount: Int64 = -1
    private var receivedCount: Int64 = -1
    /// Whether the connection had been used before.
    public var isReusedConnection: Bool?
    /// The connection's addresses and TLS parameters.
    public var connection: Connection?

    /// Makes metrics without any value.
    public init() {}

    /// Waiting for a free connection.
    public var queued: Duration? {
        get { Self.duration(queuedTime) }
        set { queuedTime = Self.nanoseconds(newValue) }
    }

    /// Looking up the host's name; 0 on a reused connection.
    public var nameLookup: Duration? {
        get { Self.duration(nameLookupTime) }
        set { nameLookupTime = Self.nanoseconds(newValue) }
    }

    /// Making the TCP connection; 0 on a reused one.
    public var connect: Duration? {
        get { Self.duration(connectTime) }
        set { connectTime = Self.nanoseconds(newValue) }
    }

    /// The TLS handshake; nil without one.
    public var tls: Duration? {
        get { Self.duration(tlsTime) }
        set { tlsTime = Self.nanoseconds(newValue) }
    }

    /// Sending the request's body, if it is streamed.
    public var sending: Duration? {
        get { Self.duration(sendingTime) }
        set { sendingTime = Self.nanoseconds(newValue) }
    }

    /// From sending to the response's first byte.
    public var firstByte: Duration? {
        get { Self.duration(firstByteTime) }
        set { firstByteTime = Self.nanoseconds(newValue) }
    }

    /// From sending to now, or to the end of the body.
    public var total: Duration? {
        get { Self.duration(totalTime) }
        set { totalTime = Self.nanoseconds(newValue) }
    }

    /// Bytes sent, the head included.
    public var bytesSent: Int64? {
        get { sentCount < 0 ? nil : sentCount }
        set { sentCount = newValue ?? -1 }
    }

    /// Bytes received, the head included, before decoding.
    public var bytesReceived: Int64? {
        get { receivedCount < 0 ? nil : receivedCount }
        set { receivedCount = newValue ?? -1 }
    }

    private static func duration(_ nanoseconds: Int64) -> Duration? {
        nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
    }

    private static func nanoseconds(_ duration: Duration?) -> Int64 { duration?.nanoseconds ?? -1 }
}

extension TransferMetrics {
    /// The addresses and TLS parameters of a connection, shared by all exchanges on it.
    public final class Connection: Sendable, Hashable {
        /// The local address and port.
        public let localAddress: String?
        /// The server's address and port.
        public let remoteAddress: String?
        /// The version of TLS, such as `TLSv1.3`; nil without TLS.
        public let tlsVersion: String?
        /// The cipher suite's name; nil without TLS.
        public let tlsCipher: String?

        /// Describes a connection.
        public init(
            localAddress: String? = nil, remoteAddress: String? = nil, tlsVersion: String? = nil,
            tlsCipher: String? = nil
        ) {
            self.localAddress = localAddress
            self.remoteAddress = remoteAddress
            self.tlsVersion = tlsVersion
            self.tlsCipher = tlsCipher
        }

        /// Whether all properties are equal.
        public static func == (left: Connection, right: Connection) -> Bool {
            left.localAddress == right.localAddress && left.remoteAddress == right.remoteAddress
                && left.tlsVersion == right.tlsVersion && left.tlsCipher == right.tlsCipher
        }

        /// Hashes the addresses.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(localAddress)
            hasher.combine(remoteAddress)
        }
    }
}
