import Testing

@testable import Curlew

struct PageTrailTests {
    /// The number of pages before a loop is detected; nil if none is.
    private func pages(ofALoop length: Int, after start: Int, atMost limit: Int) -> Int? {
        var trail = PageTrail()
        func url(_ place: Int) -> String { "\(place < start ? place : start + (place - start) % length)" }
        return (0..<limit).first { place in
            trail.loops(from: url(place), at: url(place), to: url(place + 1))
        }.map { $0 + 1 }
    }

    @Test(arguments: [(1, 0), (1, 5), (2, 0), (3, 7), (10, 0), (10, 95), (1000, 500)])
    func aLoopIsNoticedBeforeItsSecondRound(length: Int, start: Int) {
        #expect(pages(ofALoop: length, after: start, atMost: 10_000) == start + length)
    }

    @Test func aListWithoutALoopIsNone() {
        #expect(pages(ofALoop: .max, after: 0, atMost: 10_000) == nil)
    }

    @Test func whereARedirectLedIsKnownToo() {
        var trail = PageTrail()
        let first = trail.loops(from: "a", at: "b", to: "c")
        let second = trail.loops(from: "c", at: "c", to: "b")
        #expect(!first)
        #expect(second)
    }

    @Test func aPageThatLeadsToItselfIsALoop() {
        var trail = PageTrail()
        let isLoop = trail.loops(from: "a", at: "b", to: "b")
        #expect(isLoop)
    }
}
