import CCurl
import Curlew

extension Transfer {
    /// The figures up to now. curl counts microseconds from its own start; the wait before that is ours.
    var metrics: TransferMetrics {
        let handle = CurlTimes(easy.handle)
        var metrics = TransferMetrics()
        metrics.queued = startTime.duration(to: admittedTime ?? .now)
        metrics.nameLookup = handle.span(from: 0, to: handle.nameLookup)
        metrics.connect = handle.span(from: handle.nameLookup, to: handle.connect)
        metrics.tls = handle.tls > 0 ? handle.span(from: handle.connect, to: handle.tls) : nil
        metrics.sending = upload == nil ? nil : sendingTime.map { $0.duration(to: deadlines.lastSent) }
        metrics.tlsVersion = tlsSession?.version
        metrics.tlsCipher = tlsSession?.cipher
        metrics.firstByte = handle.span(from: 0, to: handle.firstByte)
        metrics.total = startTime.duration(to: .now)
        metrics.bytesSent =
            easy.handle.offset(CURLINFO_SIZE_UPLOAD_T) + Int64(easy.handle.long(CURLINFO_REQUEST_SIZE))
        metrics.bytesReceived =
            easy.handle.offset(CURLINFO_SIZE_DOWNLOAD_T) + Int64(easy.handle.long(CURLINFO_HEADER_SIZE))
        metrics.isReusedConnection = handle.firstByte > 0 ? easy.handle.long(CURLINFO_NUM_CONNECTS) == 0 : nil
        metrics.localAddress = address(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT)
        metrics.remoteAddress = address(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
        return metrics
    }

    private func address(_ host: CURLINFO, _ port: CURLINFO) -> String? {
        guard let host = easy.handle.string(host), !host.isEmpty else { return nil }
        let port = easy.handle.long(port)
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// The moments of a transfer in microseconds since its start; 0 for one that did not come.
private struct CurlTimes {
    let nameLookup: Int64
    let connect: Int64
    let tls: Int64
    let firstByte: Int64

    init(_ handle: borrowing EasyHandle) {
        nameLookup = handle.offset(CURLINFO_NAMELOOKUP_TIME_T)
        connect = handle.offset(CURLINFO_CONNECT_TIME_T)
        tls = handle.offset(CURLINFO_APPCONNECT_TIME_T)
        firstByte = handle.offset(CURLINFO_STARTTRANSFER_TIME_T)
    }

    func span(from start: Int64, to end: Int64) -> Duration? {
        end > 0 ? .microseconds(max(0, end - start)) : nil
    }
}
