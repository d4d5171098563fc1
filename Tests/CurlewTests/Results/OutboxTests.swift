import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct OutboxTests {
    @Test func keepsTheOrder() async {
        let outbox = Outbox<Int>()
        for number in 0..<3 { outbox.put(number) }
        #expect(await outbox.next() == 0)
        for number in 3..<6 { outbox.put(number) }
        for number in 1..<6 { #expect(await outbox.next() == number) }
    }

    @Test func resumesAWaitingReader() async {
        let outbox = Outbox<Int>()
        let reader = Task { [await outbox.next(), await outbox.next()] }
        outbox.put(1)
        outbox.put(2)
        #expect(await reader.value == [1, 2])
    }

    @Test func aCancelledReaderStillGetsTheElements() async {
        let outbox = Outbox<Int>()
        let reader = Task { await outbox.next() }
        reader.cancel()
        outbox.put(7)
        #expect(await reader.value == 7)
    }
}
