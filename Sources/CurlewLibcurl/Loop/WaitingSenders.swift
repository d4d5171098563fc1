/// The transfers whose senders get their response or failure once this turn's work with curl is done.
struct WaitingSenders {
    private var transfers: [Transfer] = []

    /// Notes a transfer if it has an outcome.
    mutating func note(_ transfer: Transfer) {
        if transfer.outcome != nil { transfers.append(transfer) }
    }

    /// Resumes all continuations of a turn together; one by one, each costs its executor a park and a wake.
    mutating func resumeAll() {
        for transfer in transfers { transfer.resumeWaiter() }
        transfers.removeAll(keepingCapacity: true)
    }
}
