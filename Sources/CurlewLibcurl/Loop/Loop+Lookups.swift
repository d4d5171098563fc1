import CCurl
import CurlewTransport

/// Name lookups, each once for all transfers that need it.
extension Loop {
    /// curl has ended the transfer, since its host is also looked up for others.
    mutating func awaitLookup(_ transfer: Transfer) {
        guard transfer.beginAwaitingLookup() else { return end(transfer, transfer.failure) }
        multi.remove(transfer.easy.handle)
        guard let name = transfer.lookupName else { return resume(transfer, hasEnded: true) }
        if lookups.wait(transfer.slot, for: name) { startLookup(of: name) }
    }

    private mutating func startLookup(of name: HostName) {
        guard
            let lookup = Lookup(
                of: name, keptFor: settings.lookupSeconds, overrides: settings.nameOverrides,
                family: settings.configuration.names.addressFamily),
            multi.add(lookup.easy)
        else { return lookupEnded(name, Self.outOfMemory) }
        lookups.began(lookup)
        limits.allow(lookups: lookups.count, on: multi)
    }

    mutating func endLookup(_ lookup: Lookup, _ result: CURLcode) {
        lookups.ended(lookup)
        multi.remove(lookup.easy)
        limits.allow(lookups: lookups.count, on: multi)
        let failure = lookup.failure(for: result)
        if failure == nil { callbacks.addresses.note(lookup.addresses, of: lookup.name) }
        lookupEnded(lookup.name, failure)
    }

    private mutating func lookupEnded(_ name: HostName, _ failure: NetworkError?) {
        let (waiting, next) = lookups.settled(name)
        for transfer in waiting.compactMap({ transfers[$0] }) {
            if let failure {
                end(transfer, transfer.lookupFailure(failure))
            } else {
                resume(transfer, hasEnded: true)
            }
        }
        if let next { startLookup(of: next) }
    }

    /// A transfer that waits for a lookup may use a connection that another has freed: then it needs no lookup.
    mutating func connectionFreed(by transfer: Transfer) {
        guard lookups.areAwaited, let name = transfer.lookupName else { return }
        guard let slot = lookups.takeFirst(for: name), let next = transfers[slot] else { return }
        resume(next, hasEnded: false)
    }

    private mutating func resume(_ transfer: Transfer, hasEnded: Bool) {
        transfer.stopAwaitingLookup(hasEnded: hasEnded)
        giveToCurl(transfer)
    }
}
