import CurlewTransport

/// Connecting to a host of which an address does not respond.
extension Loop {
    /// Does the due work for a transfer that has no connection yet.
    mutating func keepConnecting(_ transfer: Transfer) {
        if let addresses = transfer.addressesToDial(at: callbacks.now) {
            multi.remove(transfer.easy.handle)
            transfer.attempt.begin(Dial(addresses))
        }
        if transfer.attempt.dial != nil { proceed(transfer) }
    }

    private mutating func proceed(_ transfer: Transfer) {
        guard let dial = transfer.attempt.dial else { return }
        for descriptor in dial.proceed(at: callbacks.now) {
            dialing[descriptor] = transfer
            callbacks.sockets.opened(descriptor)
            callbacks.sockets.wants(.write, of: descriptor)
        }
        transfers.noteDeadline(dial.nextTime)
        if dial.isLost { end(transfer, dial.failure) }
    }

    /// A socket of a dial is connected or has failed.
    mutating func dialFired(_ descriptor: Int32, of transfer: Transfer) {
        guard let dial = transfer.attempt.dial else { return }
        if let address = dial.fired(descriptor) { return connect(transfer, to: address) }
        forgetSocket(descriptor)
        proceed(transfer)
    }

    /// Hands the transfer to curl again, with an address that responds.
    private mutating func connect(_ transfer: Transfer, to address: SocketAddress) {
        endDial(of: transfer)
        transfer.attempt.found(address)
        transfer.noteDetour()
        if let name = transfer.lookupName { callbacks.addresses.prefer(address, of: name) }
        giveToCurl(transfer)
    }

    /// The transfer has ended, whether it has a connection or not.
    mutating func stopConnecting(_ transfer: Transfer) {
        if transfer.attempt.progress.isAwaitingLookup { lookups.cancel(transfer.slot) }
        transfer.stopWatching()
        endDial(of: transfer)
    }

    private mutating func endDial(of transfer: Transfer) {
        guard let dial = transfer.attempt.dial else { return }
        for descriptor in dial.descriptors { forgetSocket(descriptor) }
        transfer.attempt.endDial()
    }

    private mutating func forgetSocket(_ descriptor: Int32) {
        dialing[descriptor] = nil
        callbacks.sockets.closed(descriptor)
    }
}
