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
    func noteStandstill() {
        guard !standstill.isWatched, head.version == .http2, request.body != nil, machine.isResponseWhole
        else { return }
        watchStandstill()
    }

    private func watchStandstill() {
        standstill.watch(
            sent: easy.handle.offset(CURLINFO_SIZE_UPLOAD_T), from: callbacks.now,
            for: deadlines.standstillNanoseconds)
    }

    /// Whether the server does not let the rest of the request be sent: nothing was sent meanwhile, although the network
    /// takes more.
    func standsStill(isConnectionWritable: Bool) -> Bool {
        let hasStood = standstill.hasStood(sent: easy.handle.offset(CURLINFO_SIZE_UPLOAD_T))
        if !isUploadPaused, isConnectionWritable, hasStood { return true }
        watchStandstill()
        return false
    }
}
