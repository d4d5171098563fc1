import Testing

@testable import Curlew

struct RefreshWaitsTests {
    @Test func noTaskWaitsForItself() {
        var waits = RefreshWaits<String>()
        let isAllowed = waits.begin("a", for: "a")
        #expect(!isAllowed)
    }

    @Test func aCircleIsNotClosedAlsoByWayOfOthers() {
        var waits = RefreshWaits<String>()
        let allowed = [("a", "b"), ("b", "c"), ("b", "a"), ("c", "a"), ("a", "c"), ("d", "a")].map {
            waits.begin($0, for: $1)
        }
        #expect(allowed == [true, true, false, false, true, true])
    }

    @Test func aWaitLastsUntilTheLastTaskHasEndedIt() {
        var waits = RefreshWaits<String>()
        let begun = (0..<2).map { _ in waits.begin("a", for: "b") }
        waits.end("a", for: "b")
        let isAllowedBefore = waits.begin("b", for: "a")
        waits.end("a", for: "b")
        waits.end("a", for: "b")
        let isAllowedAfter = waits.begin("b", for: "a")
        #expect(begun == [true, true])
        #expect(!isAllowedBefore && isAllowedAfter)
    }
}
