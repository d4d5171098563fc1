import Curlew
import Testing

@testable import CurlewLibcurl

struct SocketTableTests {
    private var table = SocketTable()

    private mutating func changes() -> [SocketTable.Change] {
        var changes: [SocketTable.Change] = []
        table.takeChanges { changes.append($0) }
        return changes
    }

    /// An idle connection that has served a request, registered for reading.
    private mutating func keepConnection(_ descriptor: Int32) {
        table.opened(descriptor)
        table.wants(.read, of: descriptor)
        table.wants([], of: descriptor)
        table.wants(.read, of: descriptor)
        _ = changes()
        table.wants([], of: descriptor)
    }

    @Test mutating func aNewConnectionIsAdded() {
        table.opened(5)
        table.wants(.write, of: 5)
        #expect(changes() == [.add(5, .write)])
        #expect(changes() == [])
    }

    @Test mutating func anIdleConnectionThatFiredIsListedUntilItIsUsedOrSettled() {
        for descriptor: Int32 in [5, 6, 7, 8] {
            keepConnection(descriptor)
            let isWanted = table.fired(descriptor)
            #expect(!isWanted)
        }
        table.wants(.read, of: 6)
        table.closed(7)
        table.noteMultiplexed(8)
        let firedIdle = table.takeFiredIdle()
        #expect(firedIdle.map(\.descriptor) == [5, 8])
        #expect(firedIdle.map(\.isMultiplexed) == [false, true])
        table.keepFiredIdle(8)
        #expect(table.takeFiredIdle().map(\.descriptor) == [8])
        #expect(table.takeFiredIdle().isEmpty)
    }

    @Test mutating func aConnectionThatFiresOnceItIsClosedIsNotListed() {
        keepConnection(5)
        table.closed(5)
        for descriptor: Int32 in [5, 9] {
            let isWanted = table.fired(descriptor)
            #expect(!isWanted)
        }
        #expect(table.takeFiredIdle().isEmpty)
    }

    @Test mutating func changesOfOneTurnAreMerged() {
        table.opened(5)
        table.wants(.write, of: 5)
        table.wants([.read, .write], of: 5)
        table.wants(.read, of: 5)
        #expect(changes() == [.add(5, .read)])
        table.wants(.write, of: 5)
        table.wants([.read, .write], of: 5)
        #expect(changes() == [.modify(5, [.read, .write])])
        table.wants(.write, of: 5)
        table.wants([.read, .write], of: 5)
        #expect(changes() == [])
    }

    @Test mutating func aRequestOnAKeptConnectionCostsNoChange() {
        keepConnection(5)
        #expect(changes() == [])
        for _ in 0..<3 {
            table.wants(.read, of: 5)
            #expect(changes() == [])
            table.wants([], of: 5)
            #expect(changes() == [])
        }
    }

    @Test mutating func aKeptConnectionThatFiresIsRemovedOnce() {
        keepConnection(5)
        #expect(changes() == [])
        #expect(table.fired(5) == false)
        #expect(changes() == [.remove(5)])
        table.wants(.read, of: 5)
        #expect(changes() == [.add(5, .read)])
        #expect(table.fired(5) == true)
    }

    @Test mutating func aWantedDescriptorThatFiresStays() {
        table.opened(5)
        table.wants(.read, of: 5)
        _ = changes()
        #expect(table.fired(5) == true)
        #expect(changes() == [])
    }

    @Test mutating func aClosedConnectionIsForgottenWithoutAChange() {
        keepConnection(5)
        _ = changes()
        table.closed(5)
        #expect(changes() == [])
    }

    @Test mutating func theResolversPairIsRemovedAtOnce() {
        table.wants(.read, of: 7)
        #expect(changes() == [.add(7, .read)])
        table.wants([], of: 7)
        #expect(changes() == [.remove(7)])
    }

    @Test mutating func theResolversPairThatComesAndGoesInOneTurnCostsNoChange() {
        table.wants(.read, of: 7)
        table.wants([], of: 7)
        #expect(changes() == [])
    }

    @Test mutating func aNumberThatIsReusedInTheSameTurnIsAddedAgain() {
        table.opened(5)
        table.wants(.read, of: 5)
        _ = changes()
        table.wants([], of: 5)
        table.closed(5)
        table.opened(5)
        table.wants(.read, of: 5)
        #expect(changes() == [.add(5, .read)])
    }

    @Test mutating func aPairsNumberThatIsReusedInTheSameTurnIsAddedAgain() {
        table.wants(.read, of: 7)
        _ = changes()
        table.wants([], of: 7)
        table.wants(.read, of: 7)
        #expect(changes() == [.add(7, .read)])
        table.wants([], of: 7)
        table.opened(7)
        table.wants(.read, of: 7)
        #expect(changes() == [.add(7, .read)])
    }

    @Test mutating func aConnectionThatIsWantedInALaterTurnIsAddedThen() {
        table.opened(5)
        #expect(changes() == [])
        table.wants(.write, of: 5)
        #expect(changes() == [.add(5, .write)])
    }

    @Test mutating func whatFiredBeforeAConnectionWasOpenedIsNotItsOwn() {
        table.opened(5)
        table.wants(.read, of: 5)
        _ = changes()
        table.wants([], of: 5)
        table.closed(5)
        table.opened(5)
        table.wants(.write, of: 5)
        #expect(table.fired(5) == false)
        #expect(changes() == [.add(5, .write)])
        #expect(table.fired(5) == true)
    }

    @Test mutating func aDescriptorThatNobodyKnowsLeavesTheWaiterWhenItFires() {
        #expect(table.fired(9) == false)
        #expect(changes() == [.remove(9)])
        keepConnection(5)
        _ = changes()
        table.closed(5)
        _ = changes()
        #expect(table.fired(5) == false)
        #expect(changes() == [.remove(5)])
        #expect(changes() == [])
    }

    @Test mutating func aHostIsAliveWhileBytesComeOrAConnectionIsNew() {
        func at(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }
        func isAlive(_ host: String = "https://a", route: Int = 1, heard: Int64, opened: Int64) -> Bool {
            table.isAlive(host, route: route, heardSince: at(heard), openedSince: at(opened))
        }
        table.now = at(10)
        table.opened(5)
        table.noteHost("https://a", route: 1, of: 5)
        #expect(isAlive(heard: 1, opened: 9))
        #expect(!isAlive(heard: 1, opened: 10))
        table.now = at(20)
        table.heard(from: 5)
        #expect(isAlive(heard: 19, opened: 10))
        #expect(!isAlive(heard: 20, opened: 10))
        #expect(!isAlive("https://b", heard: 1, opened: 1))
        #expect(!isAlive(route: 2, heard: 1, opened: 1))
        table.closed(5)
        #expect(!isAlive(heard: 1, opened: 1))
    }

    @Test mutating func aConnectionIsSuspectOnlyWhileNothingComes() {
        table.now = MonotonicTime(nanoseconds: 10)
        keepConnection(5)
        table.heard(from: 5)
        let silent = [9, 10].map { table.suspect(5, silentSince: MonotonicTime(nanoseconds: $0)) }
        #expect(silent == [false, true])
        #expect(table.isSuspect(5))
        let isSuspectAnew = table.suspect(5, silentSince: MonotonicTime(nanoseconds: 10))
        #expect(!isSuspectAnew)
        table.now = MonotonicTime(nanoseconds: 20)
        table.heard(from: 5)
        #expect(!table.isSuspect(5))
    }

    @Test mutating func aSuspectConnectionThatIsClosedIsForgotten() {
        for descriptor: Int32 in [5, 6] {
            keepConnection(descriptor)
            let isSuspect = table.suspect(descriptor, silentSince: table.now)
            #expect(isSuspect)
        }
        table.closed(5)
        table.opened(6)
        for descriptor: Int32 in [5, 6, 7, -1] { #expect(!table.isSuspect(descriptor)) }
        let isSuspect = [5, 7, -1].map { table.suspect($0, silentSince: table.now) }
        #expect(isSuspect == [false, false, false])
    }

    @Test mutating func negativeNumbersAreIgnored() {
        table.wants(.read, of: -1)
        #expect(table.fired(-1) == false)
        #expect(changes() == [])
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func randomEventsKeepTheKernelRight(seed: UInt64) {
        var model = DescriptorModel(seed: seed)
        for _ in 0..<400 {
            for _ in 0..<Int.random(in: 0...6, using: &model.random) { model.step() }
            model.endTurn()
            if let problem = model.problem { Issue.record("seed \(seed): \(problem)"); return }
        }
    }
}
