import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct TransferSlotsTests {
    private let fixture: TransferFixture
    private var slots = TransferSlots()

    init() throws {
        fixture = try TransferFixture()
    }

    private mutating func inserted(_ count: Int) async throws -> [Transfer] {
        var transfers: [Transfer] = []
        for _ in 0..<count {
            let transfer = try await fixture.transfer("http://a")
            slots.insert(transfer)
            transfers.append(transfer)
        }
        return transfers
    }

    @Test mutating func findsATransferByItsTicketAndByItsSlot() async throws {
        let transfers = try await inserted(3)
        #expect(slots.count == 3)
        #expect(transfers.map(\.slot) == [0, 1, 2])
        for transfer in transfers {
            #expect(slots[transfer.ticket] === transfer)
            #expect(slots[transfer.slot] === transfer)
        }
        #expect(slots[3] == nil)
        #expect(slots[-1] == nil)
    }

    @Test mutating func aTicketIsUnknownBeforeItsStartAndAfterItsEnd() async throws {
        let early = try await fixture.transfer("http://a")
        #expect(slots[early.ticket] == nil)
        let transfers = try await inserted(2)
        slots.remove(transfers[0])
        #expect(slots[transfers[0].ticket] == nil)
        #expect(slots[0] == nil)
        #expect(slots.count == 1)
        #expect(slots.all.map(ObjectIdentifier.init) == [ObjectIdentifier(transfers[1])])
    }

    @Test mutating func aSlotServesAgainForAnotherTransferOnly() async throws {
        let transfers = try await inserted(3)
        slots.remove(transfers[1])
        let next = try await inserted(1)[0]
        #expect(next.slot == 1)
        #expect(slots[transfers[1].ticket] == nil, "its slot belongs to another")
        #expect(slots[next.ticket] === next)
        let last = try await inserted(1)[0]
        #expect(last.slot == 3)
    }

    @Test mutating func removingTwiceFreesOneSlot() async throws {
        let transfers = try await inserted(2)
        slots.remove(transfers[0])
        slots.remove(transfers[0])
        #expect(slots.count == 1)
        let next = try await inserted(2)
        #expect(next.map(\.slot) == [0, 2])
    }

    @Test mutating func tellsWhetherOneIsAsAsked() async throws {
        let transfers = try await inserted(2)
        #expect(slots.contains { $0 === transfers[1] })
        slots.remove(transfers[1])
        #expect(!slots.contains { $0 === transfers[1] })
    }
}
