import CCurl
import CurlewTransport

/// The descriptions of the connections in use: made once for each, since a connection serves many exchanges.
struct ConnectionDescriptions {
    private static let most = 4096
    private var byLocalPort: [Int: Entry] = [:]

    private struct Entry {
        /// As curl reports it, for comparison on every exchange.
        let remoteHost: ContiguousArray<CChar>
        let remotePort: Int
        let description: TransferMetrics.Connection
    }

    /// The description of the connection that the handle's transfer went over; nil when there was none.
    mutating func description(
        of handle: borrowing EasyHandle, isReused: Bool, tls: @autoclosure () -> TLSSession?
    ) -> TransferMetrics.Connection? {
        let localPort = handle.long(CURLINFO_LOCAL_PORT)
        let remotePort = handle.long(CURLINFO_PRIMARY_PORT)
        if isReused, let entry = byLocalPort[localPort], entry.remotePort == remotePort,
            handle.equals(CURLINFO_PRIMARY_IP, entry.remoteHost)
        {
            return entry.description
        }
        guard let remoteHost = handle.string(CURLINFO_PRIMARY_IP), !remoteHost.isEmpty else { return nil }
        let tls = tls()
        let description = TransferMetrics.Connection(
            localAddress: handle.string(CURLINFO_LOCAL_IP).map { Self.address($0, localPort) },
            remoteAddress: Self.address(remoteHost, remotePort), tlsVersion: tls?.version,
            tlsCipher: tls?.cipher)
        if byLocalPort.count >= Self.most { byLocalPort.removeAll() }
        byLocalPort[localPort] = Entry(
            remoteHost: remoteHost.utf8CString, remotePort: remotePort, description: description)
        return description
    }

    private static func address(_ host: String, _ port: Int) -> String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
