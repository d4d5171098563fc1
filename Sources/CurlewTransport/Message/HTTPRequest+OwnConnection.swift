extension HTTPRequest {
    /// The network options of one request that replace its transport's.
    package final class OwnConnection: Sendable, Hashable {
        package let proxy: TransportConfiguration.Proxy?
        package let unixSocket: TransportConfiguration.UnixSocket?

        /// Nil if both are the transport's.
        init?(proxy: TransportConfiguration.Proxy?, unixSocket: TransportConfiguration.UnixSocket?) {
            guard proxy != nil || unixSocket != nil else { return nil }
            self.proxy = proxy
            self.unixSocket = unixSocket
        }

        package static func == (one: OwnConnection, other: OwnConnection) -> Bool {
            one === other || one.proxy == other.proxy && one.unixSocket == other.unixSocket
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(proxy)
            hasher.combine(unixSocket)
        }
    }
}

extension HTTPRequest.Options {
    /// The proxy; nil for the transport's, or, with a unix socket, none.
    public var proxy: TransportConfiguration.Proxy? {
        get { ownConnection?.proxy }
        set { ownConnection = .init(proxy: newValue, unixSocket: unixSocket) }
    }

    /// The unix socket to which the request is sent; nil for the transport's, or, with a proxy, none.
    ///
    /// Redirects that the client follows go to the same socket.
    public var unixSocket: TransportConfiguration.UnixSocket? {
        get { ownConnection?.unixSocket }
        set { ownConnection = .init(proxy: proxy, unixSocket: newValue) }
    }
}
