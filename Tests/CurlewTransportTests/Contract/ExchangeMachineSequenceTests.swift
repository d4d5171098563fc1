import CurlewTransport
import Testing

/// Every sequence of five events: an exchange delivers one head at most and ends once, whatever comes.
struct ExchangeMachineSequenceTests {
    private struct Seen {
        var heads = 0
        var ends = 0
    }

    private static let now = MonotonicTime(nanoseconds: 1)

    @Test func everySequenceDeliversOnceAndEndsOnce() {
        explore(ExchangeMachine(Timeouts(), start: Self.now), Seen(), depth: 5)
    }

    private func explore(_ machine: ExchangeMachine, _ seen: Seen, depth: Int) {
        guard depth > 0 else { return }
        exploreHeads(machine, seen, depth: depth)
        exploreBytes(machine, seen, depth: depth)
        exploreEnds(machine, seen, depth: depth)
    }

    private func exploreHeads(_ machine: ExchangeMachine, _ seen: Seen, depth: Int) {
        for status in [103, 200] {
            var (next, after) = (machine, seen)
            if next.headReceived(status: status, bodyLength: 1, at: Self.now) == .deliver {
                #expect(status == 200 && seen.ends == 0)
                after.heads += 1
            }
            #expect(after.heads <= 1)
            #expect(next.hasHead == (after.heads == 1 && after.ends == 0))
            explore(next, after, depth: depth - 1)
        }
    }

    private func exploreBytes(_ machine: ExchangeMachine, _ seen: Seen, depth: Int) {
        var next = machine
        let isDelivered = next.bytesReceived(at: Self.now) == .deliver
        #expect(isDelivered == (seen.heads == 1 && seen.ends == 0))
        next.bodyTaken(1)
        explore(next, seen, depth: depth - 1)
    }

    private func exploreEnds(_ machine: ExchangeMachine, _ seen: Seen, depth: Int) {
        for failure in [nil, NetworkError.cancelled] {
            var (next, after) = (machine, seen)
            switch next.ended(failure) {
            case .none: #expect(seen.ends == 1)
            case .failSend: #expect(seen.ends == 0 && seen.heads == 0)
            case .endBody: #expect(seen.ends == 0 && seen.heads == 1)
            }
            after.ends = 1
            explore(next, after, depth: depth - 1)
        }
    }
}
