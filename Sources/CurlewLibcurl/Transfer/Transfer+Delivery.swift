import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the loop does with a transfer between the turns.
extension Transfer {
    /// Hands over what has come in this turn; answers whether curl is to be unpaused.
    func flush() -> Bool {
        isTouched = false
        upload?.takePendingProducer()?.resume(with: .success(true))
        upload?.reportProgress()
        if machine.hasHead, channel == nil { deliverHead() }
        deliverChunk()
        return releaseUpload() || releaseChunk()
    }

    private func releaseChunk() -> Bool {
        guard isChunkPaused, !isReaderPaused else { return false }
        isChunkPaused = false
        return true
    }

    /// curl sends nothing more behind an early refusal, but would wait for a paused body before it ends the exchange.
    private func releaseUpload() -> Bool {
        guard isUploadPaused, machine.hasHead, head.status.code >= 400 else { return false }
        isUploadPaused = false
        return true
    }

    private func deliverHead() {
        let channel = BodyChannel(producer: ticket)
        self.channel = channel
        outcome = .success(response(body: .channel(channel), metrics: metrics))
    }

    private func deliverChunk() {
        guard let channel, let chunk = chunk.take() else { return }
        guard chunk.count > 0 else { return chunk.giveBack(to: pool) }
        let data = chunk.takeData(pool: pool)
        guard channel.write(data) else { return }
        isReaderPaused = true
        machine.readerPaused()
    }

    /// The reader has caught up; answers whether curl is to be unpaused.
    func readerResumed() -> Bool {
        guard isReaderPaused else { return false }
        isReaderPaused = false
        isChunkPaused = false
        machine.readerResumed(at: callbacks.now)
        return true
    }

    /// What curl's result means; nil for success.
    func failure(for result: CURLcode) -> NetworkError? {
        // A server may reset the stream of a request that it need not read (RFC 9113 §8.1).
        let isResetLate = result == CURLE_HTTP2_STREAM && machine.isResponseWhole
        guard result != CURLE_OK, !isResetLate else {
            return isTruncated ? Self.truncated : decoding?.flawAtEnd
        }
        if mayLackDescriptors(result), let shortage = DescriptorShortage.current { return shortage }
        return CurlFailure(
            result: result, text: easy.handle.errorText, hasHead: machine.hasHead,
            hasSentBytes: hasSentBytes,
            verifyResult: easy.handle.long(CURLINFO_SSL_VERIFYRESULT),
            refusal: alert.flatMap {
                TLSProblem(alert: $0, isCertificateRequested: isCertificateRequested)
            }
        ).networkError
    }

    /// Whether a lack of descriptors may be the reason, which curl does not tell: the system's error number is another's.
    private func mayLackDescriptors(_ result: CURLcode) -> Bool {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_SSL_CACERT_BADFILE: true
        case CURLE_COULDNT_CONNECT:
            [0, Int(EMFILE), Int(ENFILE)].contains(easy.handle.long(CURLINFO_OS_ERRNO))
        default: false
        }
    }

    /// Since when nothing should have been received, if the connection is to count as silent: the transfer has ended by a
    /// limit or was cancelled, and its connection, which HTTP/2 shares, stays open (RFC 9113 §9.1).
    func silenceBegan(before failure: NetworkError?) -> MonotonicTime? {
        guard let failure, let sendingTime, mayShareConnection, tlsSession?.speaksHTTP2 != false else {
            return nil
        }
        if NetworkError.Code.cancelled ~= failure { return sendingTime }
        guard NetworkError.Code.timedOut ~= failure else { return nil }
        return failure.phase == .idle ? max(sendingTime, deadlines.lastActivity) : sendingTime
    }

    /// Whether the request is sent again instead of ending the exchange.
    func isToBeSentAgain(after result: CURLcode, _ failure: NetworkError?) -> Bool {
        guard self.failure == nil else { return false }
        switch resend.attemptEnded(ending(result, failure), hasSentBytes: hasSentBytes) {
        case .end: return false
        case .sendAgain: return rewind(to: 0)
        case .sendOnFreshConnection: return rewind(to: 0) && easy.useFreshConnection()
        }
    }

    private func ending(_ result: CURLcode, _ failure: NetworkError?) -> Resend.Ending {
        guard failure != nil else { return .completed }
        let isLost = result == CURLE_HTTP2 || result == CURLE_PARTIAL_FILE || result == CURLE_RECV_ERROR
        return isLost && easy.handle.long(CURLINFO_NUM_CONNECTS) == 0 ? .idleConnectionLost : .failed
    }

    private static var truncated: NetworkError {
        NetworkError(.incompleteBody, "the connection ended without TLS's announcement, close_notify")
            .updating {
                $0.mayHaveBeenProcessed = true
            }
    }

    /// The exchange is over, well or with a failure.
    func end(_ failure: NetworkError?) {
        isTouched = false
        upload?.reportProgress()
        upload?.close()
        upload?.takePendingProducer()?.resume(with: .success(false))
        let metrics = self.metrics
        let end = BodyEnd(trailers: head.trailers, metrics: metrics)
        switch machine.ended(failure) {
        case .none: break
        case .failSend(let error):
            outcome = .failure(error.updating { $0.metrics = metrics })
        case .endBody(nil) where channel == nil:
            let data = chunk.take()?.takeData(pool: pool) ?? Data()
            outcome = .success(response(body: .data(data, end: end), metrics: metrics))
        case .endBody(let failure):
            if channel == nil { deliverHead() }
            finishBody(end, failure)
        }
    }

    /// Wakes whoever waits for the head.
    func resumeWaiter() {
        guard let outcome = outcome.take() else { return }
        continuation.take()?.resume(with: outcome)
    }

    private func finishBody(_ end: BodyEnd, _ failure: NetworkError?) {
        deliverChunk()
        channel?.finish(end, failure: failure?.updating { $0.metrics = end.metrics })
    }

    private func response(body: ResponseBody, metrics: TransferMetrics) -> HTTPResponse {
        HTTPResponse(
            status: head.status, fields: head.fields, version: head.version, body: body, metrics: metrics)
    }
}
