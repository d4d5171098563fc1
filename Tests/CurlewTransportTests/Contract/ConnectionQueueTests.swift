import TestSupport
import Testing

@testable import CurlewTransport

struct ConnectionQueueTests {
    @Test func noRequestWaitsWithoutALimit() {
        var queue = ConnectionQueue<Int>(perHost: nil, inAll: nil)
        #expect(!queue.isLimited)
        for waiter in 0..<100 {
            let isAdmitted = queue.request(waiter, host: "a")
            #expect(isAdmitted)
        }
    }

    @Test func servesInOrder() {
        var queue = ConnectionQueue<Int>(perHost: 1, inAll: nil)
        let admitted = (0..<4).map { queue.request($0, host: "a") }
        #expect(admitted == [true, false, false, false])
        let next = (0..<4).map { _ in queue.release(host: "a") }
        #expect(next == [[1], [2], [3], []])
    }

    @Test func aFreeHostPassesAFullOne() {
        var queue = ConnectionQueue<Int>(perHost: 1, inAll: 3)
        let admitted = [(0, "a"), (1, "a"), (2, "b"), (3, "c"), (4, "d")].map {
            queue.request($0.0, host: $0.1)
        }
        #expect(admitted == [true, false, true, true, false])
        let afterB = queue.release(host: "b")
        #expect(afterB == [4])
        let afterA = queue.release(host: "a")
        #expect(afterA == [1])
    }

    @Test func aWaiterThatGaveUpIsNotServed() {
        var queue = ConnectionQueue<Int>(perHost: nil, inAll: 1)
        for waiter in 0..<3 { _ = queue.request(waiter, host: "a") }
        let isRemoved = [queue.cancel(1), queue.cancel(1), queue.cancel(0), queue.cancel(9)]
        #expect(isRemoved == [true, false, false, false])
        let next = queue.release(host: "a")
        #expect(next == [2])
    }

    @Test func letsAllThatWaitForAHostGo() {
        var queue = ConnectionQueue<Int>(perHost: 1, inAll: nil)
        for waiter in 0..<3 { _ = queue.request(waiter, host: "a") }
        for waiter in 3..<5 { _ = queue.request(waiter, host: "b") }
        let gone = queue.removeAll(host: "a")
        #expect(gone == [1, 2])
        let afterA = queue.release(host: "a")
        #expect(afterA == [])
        let afterB = queue.release(host: "b")
        #expect(afterB == [4])
    }

    @Test(arguments: [(1, nil), (2, 3), (nil, 2), (3, 4)] as [(Int?, Int?)])
    func keepsTheLimitsAndTheOrderUnderRandomUse(perHost: Int?, inAll: Int?) {
        var random = SplitMix(state: 3)
        var queue = ConnectionQueue<Int>(perHost: perHost, inAll: inAll)
        var running: [(waiter: Int, host: String)] = []
        var waiting: [(waiter: Int, host: String)] = []
        func hasRoom(_ host: String) -> Bool {
            running.count < inAll ?? .max && running.count { $0.host == host } < perHost ?? .max
        }
        for waiter in 0..<3000 {
            let host = ["a", "b", "c"].randomElement(using: &random) ?? ""
            if Bool.random(using: &random) {
                let expected = hasRoom(host)
                let isAdmitted = queue.request(waiter, host: host)
                #expect(isAdmitted == expected)
                if expected { running.append((waiter, host)) } else { waiting.append((waiter, host)) }
            } else if !running.isEmpty {
                let done = running.remove(at: Int.random(in: running.indices, using: &random))
                let next = waiting.firstIndex { hasRoom($0.host) }.map { waiting.remove(at: $0) }
                let admitted = queue.release(host: done.host)
                #expect(admitted == (next.map { [$0.waiter] } ?? []))
                if let next { running.append(next) }
                #expect(waiting.allSatisfy { !hasRoom($0.host) })
            }
        }
    }
}
