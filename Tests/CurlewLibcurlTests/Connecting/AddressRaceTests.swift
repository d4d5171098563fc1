import Curlew
import Testing

@testable import CurlewLibcurl

struct AddressRaceTests {
    private static func at(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    }

    /// The addresses whose attempts start at a moment.
    private func begun(_ race: inout AddressRace, at milliseconds: Int64) -> [Int] {
        var begun: [Int] = []
        while let index = race.next(at: Self.at(milliseconds)) { begun.append(index) }
        return begun
    }

    @Test func oneBeginsAfterAnother() {
        var race = AddressRace(count: 3)
        #expect(begun(&race, at: 1000) == [0])
        #expect(race.nextTime == Self.at(1250))
        #expect(begun(&race, at: 1249) == [])
        #expect(begun(&race, at: 1250) == [1])
        #expect(begun(&race, at: 9000) == [2])
        #expect(race.nextTime == .distantFuture)
        #expect(!race.isLost)
    }

    @Test func theNextBeginsAtOnceWhenOneFails() {
        var race = AddressRace(count: 3)
        #expect(begun(&race, at: 1000) == [0])
        race.failed()
        #expect(begun(&race, at: 1001) == [1])
        race.failed()
        #expect(!race.isLost)
        #expect(begun(&race, at: 1002) == [2])
        race.failed()
        #expect(race.isLost)
    }

    @Test func oneThatIsSlowDoesNotEndWithTheOthers() {
        var race = AddressRace(count: 2)
        #expect(begun(&race, at: 0) == [0])
        #expect(begun(&race, at: 250) == [1])
        race.failed()
        #expect(!race.isLost)
        #expect(begun(&race, at: 5000) == [])
    }

    @Test func withoutAddressesItIsLost() {
        var race = AddressRace(count: 0)
        #expect(begun(&race, at: 0) == [])
        #expect(race.isLost)
    }
}
