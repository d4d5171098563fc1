import CurlewTransport
import Synchronization

/// The running transfers, each found by its ticket's slot.
struct TransferSlots {
    private var slots: [Transfer?] = []
    private var free: [Int] = []
    /// The earliest of all transfers' deadlines, or earlier: a deadline that moved back is found by the next scan.
    private(set) var nextDeadline = MonotonicTime.distantFuture

    var count: Int { slots.count - free.count }

    var all: [Transfer] { slots.compactMap(\.self) }

    func contains(where isMatch: (Transfer) -> Bool) -> Bool {
        slots.contains { $0.map(isMatch) ?? false }
    }

    /// The transfer of a slot; nil if the slot is free.
    subscript(slot: Int) -> Transfer? { slots.indices.contains(slot) ? slots[slot] : nil }

    /// The ticket's transfer; nil before its start and after its end.
    subscript(ticket: TransferTicket) -> Transfer? {
        let slot = ticket.slot.load(ordering: .relaxed)
        guard slots.indices.contains(slot), let transfer = slots[slot], transfer.ticket === ticket else {
            return nil
        }
        return transfer
    }

    /// A transfer has a deadline, which may be earlier than all others.
    mutating func noteDeadline(_ deadline: MonotonicTime) { nextDeadline = min(nextDeadline, deadline) }

    /// All deadlines are about to be checked and noted again.
    mutating func forgetDeadlines() { nextDeadline = .distantFuture }

    mutating func insert(_ transfer: Transfer) {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(transfer) } else { slots[slot] = transfer }
        transfer.ticket.slot.store(slot, ordering: .relaxed)
    }

    mutating func remove(_ transfer: Transfer) {
        let slot = transfer.ticket.slot.exchange(-1, ordering: .relaxed)
        guard slots.indices.contains(slot), slots[slot] === transfer else { return }
        slots[slot] = nil
        free.append(slot)
    }
}
