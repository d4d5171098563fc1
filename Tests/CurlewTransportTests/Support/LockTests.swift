import Testing

@testable import CurlewTransport

struct LockTests {
    @Test func countsUpFromManyTasksWithoutLosingOne() async {
        let count = Shared()
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { count.lock.withLock { $0 += 1 } } }
        }
        #expect(count.lock.withLock { $0 } == 100)
    }

    private final class Shared: Sendable {
        let lock = Lock(0)
    }
}
