import CCurl
import CurlewTransport

/// The parts of the request's body that curl's callbacks request.
extension Transfer {
    /// curl requests bytes of the request's body.
    func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        defer { if sending.awaitsLoop { touch() } }
        switch unsafe sending.read(into: buffer) {
        case .bytes(let count):
            if sending.isUpload { machine.bytesSent(at: callbacks.now) }
            return .bytes(count)
        case .pause: return .pause
        case .fail(let error):
            failure = error
            return .fail
        }
    }

    func rewindBody(to offset: Int64) -> Bool {
        guard sending.rewind(to: offset) else {
            failure = resend.rewindFailure
            return false
        }
        return true
    }

    /// Whether any byte of the request may have been written in any attempt.
    ///
    /// Over TLS curl does not count what it has written when a part of it fails. On a connection that was idle before,
    /// nothing arrives of a request whose first bytes fail.
    var hasSentBytes: Bool {
        resend.hadSentBytes || hasWrittenBytes
            || request.target.isSecure && sending.time != nil && attempt.isOnFreshConnection
    }

    /// The same for the attempts that curl remembers.
    var hasWrittenBytes: Bool { easy.handle.long(CURLINFO_REQUEST_SIZE) > 0 }
}

/// Responses that arrive before the request has been sent.
extension Transfer {
    /// Whether the response is complete and the connection will close, while the rest of the request is not available
    /// yet: curl would wait for it.
    var hasEarlyResponse: Bool {
        sending.isPaused && machine.isResponseWhole && receiving.endsConnection
    }

    /// Checks from now on whether the upload still makes progress, if the response is complete.
    func noteStandstill() {
        guard !sending.isWatched, receiving.version == .http2, request.body != nil, machine.isResponseWhole
        else { return }
        watchStandstill()
    }

    private func watchStandstill() {
        sending.watch(
            sent: bodyBytesSent, from: callbacks.now, for: deadlines.standstillNanoseconds)
    }

    private var bodyBytesSent: Int64 { easy.handle.offset(CURLINFO_SIZE_UPLOAD_T) }

    /// Whether the server has stopped reading the request: nothing was sent meanwhile, although the network accepts
    /// more.
    func standsStill(isConnectionWritable: Bool) -> Bool {
        if isConnectionWritable, sending.hasStood(sent: bodyBytesSent) { return true }
        watchStandstill()
        return false
    }
}
