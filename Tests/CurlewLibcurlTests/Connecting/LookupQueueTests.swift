import Testing

@testable import CurlewLibcurl

struct LookupQueueTests {
    @Test func aNameIsLookedUpOnceForAll() {
        var queue = LookupQueue<String>()
        #expect(wait(1, for: "a", in: &queue))
        #expect(!wait(2, for: "a", in: &queue))
        #expect(wait(3, for: "b", in: &queue))
        let (waiting, next) = queue.ended("a")
        #expect(waiting == [1, 2])
        #expect(next == nil)
        #expect(wait(4, for: "a", in: &queue))
    }

    @Test func beyondTheMostOneBeginsWhenAnotherEnds() {
        var queue = LookupQueue<String>(most: 2)
        #expect(wait(1, for: "a", in: &queue))
        #expect(wait(2, for: "b", in: &queue))
        #expect(!wait(3, for: "c", in: &queue))
        #expect(!wait(4, for: "d", in: &queue))
        #expect(!wait(5, for: "c", in: &queue))
        let (first, second) = (queue.ended("b"), queue.ended("c"))
        #expect(first.waiting == [2])
        #expect(first.next == "c")
        #expect(second.waiting == [3, 5])
        #expect(second.next == "d")
    }

    @Test func aLookupContinuesWithoutTheTransfersThatGaveUp() {
        var queue = LookupQueue<String>(most: 1)
        #expect(wait(1, for: "a", in: &queue))
        #expect(!wait(2, for: "b", in: &queue))
        queue.cancel(1)
        queue.cancel(2)
        #expect(queue.isEmpty)
        #expect(!wait(3, for: "a", in: &queue))
        let (waiting, next) = queue.ended("a")
        #expect(waiting == [3])
        #expect(next == nil)
    }

    @Test func oneCanBeTakenOut() {
        var queue = LookupQueue<String>()
        #expect(wait(1, for: "a", in: &queue))
        #expect(!wait(2, for: "a", in: &queue))
        let taken = [queue.takeFirst(for: "b"), queue.takeFirst(for: "a")]
        #expect(taken == [nil, 1])
        #expect(queue.ended("a").waiting == [2])
    }

    private func wait(_ slot: Int, for name: String, in queue: inout LookupQueue<String>) -> Bool {
        queue.wait(slot, for: name)
    }
}
