import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the loop does with a transfer between the turns.
extension Transfer {
    /// Delivers what has arrived in this turn; returns whether curl must be unpaused.
    func flush() -> Bool {
        isTouched = false
        sending.flush()
        if machine.hasHead, !receiving.isHandedOver { deliverHead() }
        deliverChunk()
        return machine.hasHead && sending.release(after: receiving.status) || receiving.releaseChunk()
    }

    private func deliverHead() {
        let metrics = self.metrics
        let body = receiving.open(ticket)
        outcome = .success(receiving.response(body, metrics))
    }

    private func deliverChunk() {
        if receiving.deliverChunk() { machine.readerPaused() }
    }

    /// The reader has caught up; returns whether curl must be unpaused.
    func readerResumed() -> Bool {
        guard receiving.readerResumed() else { return false }
        machine.readerResumed(at: callbacks.now)
        return true
    }

    /// The failure for curl's result; nil for success.
    func failure(for result: CURLcode) -> NetworkError? {
        // A server may reset the stream of a request that it need not read (RFC 9113 §8.1).
        let isResetLate = result == CURLE_HTTP2_STREAM && machine.isResponseWhole
        guard result != CURLE_OK, !isResetLate else {
            return isTruncated ? Self.truncated : receiving.problemAtEnd
        }
        if let failure = addressFailure(result) ?? pathFailure(result) { return failure }
        if mayLackDescriptors(result), let shortage = DescriptorShortage.current { return shortage }
        return CurlFailure(
            result: result, text: easy.handle.errorText, hasHead: machine.hasHead,
            hasSentBytes: hasSentBytes,
            verifyResult: easy.handle.long(CURLINFO_SSL_VERIFYRESULT),
            refusal: attempt.refusal(hasIdentity: settings.configuration.tls.identity != nil),
            seenPin: result == CURLE_SSL_PINNEDPUBKEYNOTMATCH ? attempt.publicKey : nil
        ).networkError
    }

    /// Whether a lack of descriptors may be the reason, which curl does not report: its system error number belongs
    /// to another call.
    private func mayLackDescriptors(_ result: CURLcode) -> Bool {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_SSL_CACERT_BADFILE: true
        case CURLE_COULDNT_CONNECT:
            [0, Int(EMFILE), Int(ENFILE)].contains(easy.handle.long(CURLINFO_OS_ERRNO))
        default: false
        }
    }

    /// Since when a silent connection has received nothing: the transfer has timed out or was cancelled, and its
    /// connection, which HTTP/2 shares, stays open (RFC 9113 §9.1).
    func silenceBegan(before failure: NetworkError?) -> MonotonicTime? {
        guard let failure, let sendingTime = sending.time, mayShareConnection,
            attempt.tlsSession?.speaksHTTP2 != false
        else { return nil }
        if NetworkError.Code.cancelled ~= failure { return sendingTime }
        guard NetworkError.Code.timedOut ~= failure else { return nil }
        return failure.phase == .idle ? max(sendingTime, deadlines.lastActivity) : sendingTime
    }

    /// Whether the request is sent again instead of ending the exchange.
    func isToBeSentAgain(after result: CURLcode, _ failure: NetworkError?) -> Bool {
        guard self.failure == nil else { return false }
        switch resend.attemptEnded(ending(result, failure), hasSentBytes: hasWrittenBytes) {
        case .end: return false
        case .sendAgain: return rewind(to: 0)
        case .sendOnFreshConnection: return rewind(to: 0) && easy.useFreshConnection()
        }
    }

    private func ending(_ result: CURLcode, _ failure: NetworkError?) -> Resend.Ending {
        guard failure != nil else { return .completed }
        // curl itself resends what it has sent whole.
        let isLost = [CURLE_HTTP2, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR].contains(result)
        return isLost && easy.handle.long(CURLINFO_NUM_CONNECTS) == 0 ? .idleConnectionLost : .failed
    }

    private static var truncated: NetworkError {
        NetworkError(
            .incompleteBody, "the TLS connection closed without close_notify; the body may be truncated"
        ).updating { $0.mayHaveBeenProcessed = true }
    }

    /// The exchange is over, successfully or with a failure.
    func end(_ failure: NetworkError?) {
        isTouched = false
        sending.end()
        let metrics = self.metrics
        let end = ResponseBody.Completion(trailers: receiving.trailers, metrics: metrics)
        switch machine.ended(failure) {
        case .none: break
        case .failSend(let error):
            outcome = .failure(error.updating { $0.metrics = metrics })
        case .endBody(nil) where !receiving.isHandedOver:
            let body = receiving.takeBody()
            outcome = .success(receiving.response(.data(body, end: end), metrics))
        case .endBody(let failure):
            if !receiving.isHandedOver { deliverHead() }
            deliverChunk()
            receiving.finishBody(end, failure: failure?.updating { $0.metrics = metrics })
        }
    }
}
