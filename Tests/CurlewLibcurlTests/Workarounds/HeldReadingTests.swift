import CurlewTransport
import Testing

@testable import CurlewLibcurl

/// A descriptor from which nothing is read, although curl wants to read.
struct HeldReadingTests {
    private func changes(_ table: inout SocketTable) -> [SocketTable.Change] {
        var changes: [SocketTable.Change] = []
        table.takeChanges { changes.append($0) }
        return changes
    }

    private func reading(_ interest: SocketTable.Interest) -> SocketTable {
        var table = SocketTable()
        table.opened(5)
        table.wants(interest, of: 5)
        _ = changes(&table)
        return table
    }

    @Test func onlyWritingIsWatchedMeanwhile() {
        var table = reading([.read, .write])
        table.holdReading(of: 5)
        #expect(changes(&table) == [.modify(5, .write)])
        table.wants([.read], of: 5)
        #expect(!table.isWanted(5))
        table.wants([.read, .write], of: 5)
        table.resumeReading(of: 5)
        #expect(changes(&table) == [.modify(5, [.read, .write])])
    }

    @Test func whatCurlWantsAtTheEndIsWatchedAgain() {
        var table = reading(.read)
        table.holdReading(of: 5)
        #expect(!table.isWanted(5))
        #expect(table.fired(5) == false, "an event of the same wait")
        _ = changes(&table)
        table.resumeReading(of: 5)
        #expect(changes(&table) == [.add(5, .read)])
    }

    @Test func anotherConnectionOfTheSameNumberIsNotHeld() {
        var table = reading(.read)
        table.holdReading(of: 5)
        table.closed(5)
        table.opened(5)
        table.wants(.read, of: 5)
        #expect(table.isWanted(5))
        table.resumeReading(of: 5)
        #expect(table.isWanted(5))
    }
}
