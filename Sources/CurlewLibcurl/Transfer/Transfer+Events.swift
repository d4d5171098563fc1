import CCurl
import CurlewTransport

/// What curl's callbacks report.
extension Transfer {
    /// A line of a head or trailer section; answers whether curl is to go on.
    func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
        switch unsafe head.lineReceived(line) {
        case .goOn: return true
        case .trailerReceived:
            _ = machine.bytesReceived(at: callbacks.now)
            return true
        case .begun:
            resend.responseBegan()
            return true
        case .headEnded:
            if let flaw = framingFlaw {
                failure = NetworkError(.protocolViolation, flaw)
                return false
            }
            headEnded()
            return true
        case .malformed:
            failure = NetworkError(.protocolViolation, "the response's head is not HTTP")
            return false
        case .tooLarge:
            failure = NetworkError(
                .headersTooLarge,
                "the response's head has more than \(settings.configuration.headLimit) bytes or "
                    + "\(settings.configuration.fieldLimit) fields")
            return false
        }
    }

    /// Why it cannot be known where the body ends, or what it is; nil for a good head.
    private var framingFlaw: String? {
        if head.bodyLength == .contradictory { return "the response's Content-Length is not one number" }
        guard request.method != .head, !head.status.forbidsBody, !head.fields.isTransferCodingReadable
        else { return nil }
        return "the response's Transfer-Encoding is not one \"chunked\", and the request allows no other"
    }

    private func headEnded() {
        let status = head.status.code
        bodyLength = if case .known(let length) = head.bodyLength { length } else { nil }
        switch resend.headReceived(status: status, hasSentBody: upload?.hasStarted ?? false) {
        case .repeatWithoutExpect:
            head.discard()
            easy.askNoLonger()
        case .proceed:
            switch machine.headReceived(status: status, bodyLength: checkedLength, at: callbacks.now) {
            case .discard: head.discard()
            case .deliver: finalHeadReceived(status)
            }
        }
    }

    private func finalHeadReceived(_ status: Int) {
        head.headKept()
        isBodyEndedByClose = head.isBodyEndedByClose && request.method != .head
        if isBodyDecoded { decoding = BodyDecoding(head.fields, status: status) }
        if decoding != nil { head.removeContentCoding() }
        touch()
    }

    /// How many bytes of the body come; nil where that is not known.
    private var checkedLength: Int64? {
        guard request.method == .head || head.status.forbidsBody else { return bodyLength }
        return head.version == .http2 || bodyLength == 0 ? 0 : nil
    }

    /// Whether a content coding is undone; a head without a body keeps its fields as they are.
    private var isBodyDecoded: Bool {
        request.options.decoding == .automatic && request.method != .head && !head.status.forbidsBody
    }

    /// Bytes of the body; curl keeps them when the answer is to pause, and hands them over again.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        // The body of a response that is not the final one, such as a 417 before a repeat, is discarded.
        guard machine.bytesReceived(at: callbacks.now) == .deliver else { return .taken }
        touch()
        guard !isReaderPaused else { return .pause }
        var chunk = self.chunk.take() ?? firstChunk
        defer { self.chunk = chunk }
        do throws(NetworkError) {
            var isTaken = unsafe try take(bytes, into: &chunk)
            if !isTaken, chunk.isSmall {
                chunk = pool.enlarged(chunk)
                isTaken = unsafe try take(bytes, into: &chunk)
            }
            if isTaken { machine.bodyTaken(bytes.count) } else { isChunkPaused = true }
            return isTaken ? .taken : .pause
        } catch {
            failure = error
            return .fail
        }
    }

    /// Answers whether all bytes were taken; curl hands them over again otherwise.
    private func take(
        _ bytes: UnsafeRawBufferPointer, into chunk: inout Chunk
    ) throws(NetworkError) -> Bool {
        unsafe try decoding?.decode(bytes, into: &chunk) ?? chunk.append(bytes)
    }

    /// As large as the body where its length is known and small; otherwise it is found out whether it is small.
    private var firstChunk: Chunk {
        guard request.options.delivery == .collected else { return pool.take() }
        if decoding == nil, let length = bodyLength {
            return length > 0 && length < ChunkPool.chunkSize / 8 ? .small(Int(length)) : pool.take()
        }
        return .small(4 * 1024)
    }

    /// curl asks for bytes of the request's body.
    func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        guard let upload else { return .bytes(0) }
        isUploadPaused = false
        defer { if upload.pendingProducer != nil || upload.isReported { touch() } }
        switch unsafe upload.read(into: buffer) {
        case .bytes(let count):
            machine.bytesSent(at: callbacks.now)
            return .bytes(count)
        case .pause:
            isUploadPaused = true
            return .pause
        case .fail(let error):
            failure = error
            return .fail
        }
    }

    func rewindBody(to offset: Int64) -> Bool {
        guard upload?.rewind(to: offset) ?? true else {
            failure = resend.rewindFailure
            return false
        }
        return true
    }

    /// curl has told something in its log.
    func noteRemark(_ remark: CurlRemark) {
        switch remark {
        case .refused: resend.refused()
        case .handshakeBegan:
            callbacks.showsTLS = true
            handshakeTime = callbacks.now
            isCertificateRequested = false
            alert = nil
        case .closeNotified: isCloseNotified = true
        case .certificateRequested: isCertificateRequested = true
        case .alerted(let alert): self.alert = alert
        case .writeFailed: LateAlert.read(easy.handle)
        }
    }

    /// Whether the connection's end, which is all that ends this body, may be another's doing (RFC 9112 §9.8).
    var isTruncated: Bool {
        isBodyEndedByClose && request.target.isSecure && callbacks.showsTLS && !isCloseNotified
    }

    /// curl has opened a socket for a connection: for the first attempt, or for a repeat of which it tells nothing else.
    func noteSocket(_ descriptor: Int32) {
        callbacks.sockets.opened(descriptor)
        if mayShareConnection { callbacks.sockets.noteHost(host, route: easy.route, of: descriptor) }
        connectionBegan()
        hasOpenedSocket = true
        handshakeTime = nil
        if machine.connectionBegan(at: callbacks.now) { touch() }
    }

    /// curl makes a connection for this transfer, which waits for no other's any more.
    func connectionBegan() { sharingEnd = .distantFuture }

    /// A connection is ready and curl is about to send the request; answers whether it may.
    func beginAttempt() -> Bool {
        machine.connected()
        sharingEnd = .distantFuture
        stopWatching()
        // curl counts repeats over the handle's life until it is reset, and gives up at the sixth.
        if sendingTime != nil { easy.shape = nil }
        sendingTime = callbacks.now
        // That of a connection that has died says nothing of this one.
        isCloseNotified = false
        alert = nil
        // Reading figures is all that a callback asks curl for: only curl knows what it has written, and to whom.
        if request.target.isSecure { tlsSession = TLSSession(easy.handle) }
        noteReadyConnection()
        switch resend.attemptStarted(hasSentBytes: hasSentBytes, isOnIdleConnection: isOnIdleConnection) {
        case .proceed: return true
        case .moveToFreshConnection: return false
        case .refuse:
            failure = Resend.connectionLost
            return false
        }
    }

    /// Whether the connection was idle before this request; HTTP/2 may share one that is new.
    private var isOnIdleConnection: Bool {
        guard easy.handle.long(CURLINFO_NUM_CONNECTS) == 0 else { return false }
        return !request.target.isSecure || !mayUseHTTP2 || tlsSession?.speaksHTTP2 == false
    }

    /// Whether any byte of the request was written in any attempt.
    var hasSentBytes: Bool { resend.hadSentBytes || easy.handle.long(CURLINFO_REQUEST_SIZE) > 0 }
}
