import CCurl
import CurlewTransport

/// Responses that come before the request has been sent.
extension Transfer {
    /// Whether the response is whole and the connection announced to end, while the rest of the request is not there yet:
    /// curl would wait for it.
    var isAnsweredEarly: Bool {
        guard isUploadPaused, machine.isResponseWhole else { return false }
        return head.fields[.connection]?.lowercased().contains("close") == true
    }

    /// Looks from now on whether the rest of the request still moves, if the response is whole.
    ///
    /// Over HTTP/2 a server need not read it (RFC 9113 §8.1), but it may: the request is sent as long as the server lets it.
    func noteStandstill() {
        guard standstillEnd == .distantFuture, head.version == .http2, request.body != nil,
            machine.isResponseWhole
        else { return }
        waitForMovement()
    }

    private func waitForMovement() {
        sentBefore = easy.handle.offset(CURLINFO_SIZE_UPLOAD_T)
        standstillEnd = callbacks.now.advanced(byNanoseconds: deadlines.standstillNanoseconds)
    }

    /// Whether the server does not let the rest of the request be sent: nothing was sent meanwhile, although the network
    /// takes more.
    func standsStill(isConnectionWritable: Bool) -> Bool {
        if !isUploadPaused, isConnectionWritable, sentBefore == easy.handle.offset(CURLINFO_SIZE_UPLOAD_T) {
            return true
        }
        waitForMovement()
        return false
    }
}
