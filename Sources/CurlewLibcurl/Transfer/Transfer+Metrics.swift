import CCurl
import CurlewTransport

extension Transfer {
    /// The metrics up to now; curl counts microseconds from its own start, and the wait before that is ours.
    var metrics: TransferMetrics {
        let times = CurlTimes(easy.handle)
        var metrics = TransferMetrics()
        metrics.queuedTime = max(0, startTime.nanoseconds(to: admittedTime ?? callbacks.now))
        metrics.totalTime = max(0, startTime.nanoseconds(to: callbacks.now))
        // Before curl has the handle, its information is that of the previous transfer.
        guard admittedTime != nil else { return metrics }
        metrics.nameLookupTime = later(
            times.span(from: 0, to: times.nameLookup), by: attempt.progress.lookupTime)
        metrics.connectTime = later(
            times.span(from: times.nameLookup, to: times.connect),
            by: attempt.progress.detour - attempt.progress.lookupTime)
        metrics.tlsTime = times.tls > 0 ? times.span(from: times.connect, to: times.tls) : -1
        if times.connect == 0, let handshakeTime = attempt.handshakeTime {
            noteUnfinishedHandshake(handshakeTime, times, &metrics)
        }
        if sending.isUpload, let sendingTime = sending.time {
            metrics.sendingTime = max(0, sendingTime.nanoseconds(to: deadlines.lastSent))
        }
        metrics.firstByteTime = later(times.span(from: 0, to: times.firstByte), by: attempt.progress.detour)
        let bodyBytesSent = request.body == nil ? 0 : easy.handle.offset(CURLINFO_SIZE_UPLOAD_T)
        metrics.bytesSent = bodyBytesSent + Int64(easy.handle.long(CURLINFO_REQUEST_SIZE))
        metrics.bytesReceived =
            easy.handle.offset(CURLINFO_SIZE_DOWNLOAD_T) + Int64(easy.handle.long(CURLINFO_HEADER_SIZE))
        let isReused = easy.handle.long(CURLINFO_NUM_CONNECTS) == 0
        metrics.isReusedConnection = times.firstByte > 0 ? isReused : nil
        metrics.connection = connectionDescription(isReused: isReused)
        return metrics
    }
}

extension Transfer {
    /// Of a unix socket curl reports the URL's port.
    private func connectionDescription(isReused: Bool) -> TransferMetrics.Connection? {
        guard case .unixSocket(let socket) = path else {
            return callbacks.connections.description(
                of: easy.handle, isReused: isReused, tls: self.attempt.tlsSession)
        }
        guard sending.time != nil else { return nil }
        let tls = attempt.tlsSession
        return .init(remoteAddress: socket.description, tlsVersion: tls?.version, tlsCipher: tls?.cipher)
    }

    /// A known span, plus the time before curl's clock started.
    private func later(_ span: Int64, by time: Int64) -> Int64 { span < 0 ? span : span + time }

    /// curl reports the connect time only once the handshake is done, too.
    private func noteUnfinishedHandshake(
        _ handshakeTime: MonotonicTime, _ times: CurlTimes, _ metrics: inout TransferMetrics
    ) {
        guard let admittedTime else { return }
        let lookup = max(0, metrics.nameLookupTime)
        metrics.connectTime = max(0, admittedTime.nanoseconds(to: handshakeTime) - lookup)
        metrics.tlsTime = handshakeTime.nanoseconds(to: callbacks.now)
    }
}

/// The moments of a transfer in microseconds since its start; 0 for one that did not occur.
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

    /// Nanoseconds between two moments; -1 if the second did not occur.
    func span(from start: Int64, to end: Int64) -> Int64 { end > 0 ? max(0, end - start) * 1000 : -1 }
}
