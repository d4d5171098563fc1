import Testing

@testable import Curlew

struct PageTrailTests {
    /// How many pages come before one is said to be there again; nil when none is.
    private func pages(ofALoop length: Int, after start: Int, _ trail: PageTrail, atMost limit: Int) -> Int? {
        var trail = trail
        func url(_ place: Int) -> String { "\(place < start ? place : start + (place - start) % length)" }
        return (0..<limit).first { place in
            trail.loops(from: url(place), at: url(place), to: url(place + 1))
        }.map { $0 + 1 }
    }

    @Test(arguments: [(1, 0), (1, 5), (2, 0), (3, 7), (10, 0), (10, 95)])
    func aShortLoopIsNoticedBeforeItsSecondRound(length: Int, start: Int) {
        let trail = PageTrail(limit: 10)
        #expect(pages(ofALoop: length, after: start, trail, atMost: 1000) == start + length)
    }

    @Test(arguments: [(21, 0), (100, 0), (100, 77), (1000, 500)])
    func aLongLoopIsNoticedInALaterRound(length: Int, start: Int) throws {
        let noticed = pages(ofALoop: length, after: start, PageTrail(limit: 10), atMost: 100_000)
        #expect(try #require(noticed) <= 4 * (start + length))
    }

    @Test func aListWithoutALoopIsNone() {
        #expect(pages(ofALoop: .max, after: 0, PageTrail(limit: 10), atMost: 10_000) == nil)
    }

    @Test func whereARedirectLedIsKnownToo() {
        var trail = PageTrail()
        let first = trail.loops(from: "a", at: "b", to: "c")
        let second = trail.loops(from: "c", at: "c", to: "b")
        #expect(!first)
        #expect(second)
    }

    @Test func aPageThatLeadsToItselfIsALoop() {
        var trail = PageTrail(limit: 1)
        let isLoop = trail.loops(from: "a", at: "b", to: "b")
        #expect(isLoop)
    }
}
