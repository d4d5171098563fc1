import CurlewTransport

/// What curl's callbacks report about the response.
extension Transfer {
    /// A line of a head or trailer section; returns whether curl should continue.
    func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
        switch unsafe receiving.lineReceived(line) {
        case .lineTaken: return true
        case .trailerReceived:
            _ = machine.bytesReceived(at: callbacks.now)
            return true
        case .begun:
            resend.responseBegan()
            return true
        case .headEnded: return headEnded()
        case .malformed: return fail(NetworkError(.protocolViolation, "the response's head is not HTTP"))
        case .tooLarge: return fail(headTooLarge)
        }
    }

    private func fail(_ failure: NetworkError) -> Bool {
        self.failure = failure
        return false
    }

    private var headTooLarge: NetworkError {
        NetworkError(
            .headersTooLarge,
            "the response's head has more than \(settings.configuration.headLimit) bytes or "
                + "\(settings.configuration.fieldLimit) fields")
    }

    private func headEnded() -> Bool {
        if let problem = receiving.framingProblem { return fail(NetworkError(.protocolViolation, problem)) }
        let status = receiving.status.code
        if isProxyResponse, case .proxy(let server) = path {
            return fail(
                .proxyFailed(server, "\(ProxyProblem.refusal(status, server)) to \(request.authority)"))
        }
        switch resend.headReceived(status: status, hasSentBody: sending.hasStarted) {
        case .repeatWithoutExpect:
            receiving.discardHead()
            easy.dropExpect()
        case .proceed:
            let length = receiving.expectedLength
            switch machine.headReceived(status: status, bodyLength: length, at: callbacks.now) {
            case .discard: receiving.discardHead()
            case .deliver:
                receiving.keepHead()
                touch()
            }
        }
        return true
    }

    /// Bytes of the body; curl keeps them if the result is `pause`, and delivers them again.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> WriteResult {
        // The body of a response that is not the final one, such as a 417 before a repeat, is discarded.
        guard machine.bytesReceived(at: callbacks.now) == .deliver else { return .taken }
        touch()
        do throws(NetworkError) {
            guard unsafe try receiving.bodyReceived(bytes) else { return .pause }
            machine.bodyTaken(bytes.count)
            return .taken
        } catch {
            failure = error
            return .fail
        }
    }

    /// Whether the body may be truncated: it ends at connection close and TLS sent no close_notify (RFC 9112 §9.8).
    var isTruncated: Bool {
        receiving.isBodyEndedByClose && request.target.isSecure && attempt.closeNotice == .missing
    }

    /// Asks OpenSSL, as long as curl has the connection, whether the server has announced its end.
    func noteCloseNotice() {
        guard receiving.isBodyEndedByClose, attempt.closeNotice != .received,
            let isReceived = TLSSession.isCloseNotified(easy.handle)
        else { return }
        attempt.note(isReceived ? .received : .missing)
    }
}
