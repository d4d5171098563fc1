import CurlewTransport
import Testing

struct ExchangeMachineTests {
    private static let start = MonotonicTime(nanoseconds: 5_000_000_000)
    private static let timeouts = Timeouts(
        connect: .milliseconds(100), head: .milliseconds(300), idle: .milliseconds(50), total: nil)

    private static func at(_ milliseconds: Int) -> MonotonicTime {
        start.advanced(byNanoseconds: Int64(milliseconds) * 1_000_000)
    }

    private func make(_ timeouts: Timeouts = Timeouts()) -> ExchangeMachine {
        ExchangeMachine(timeouts, start: Self.start)
    }

    /// A machine that has delivered a head.
    private func makeReceiving(_ bodyLength: Int64? = nil) -> ExchangeMachine {
        var machine = make()
        #expect(machine.headReceived(status: 200, bodyLength: bodyLength, at: Self.start) == .deliver)
        return machine
    }

    private func take(_ count: Int, by machine: inout ExchangeMachine) {
        #expect(machine.bytesReceived(at: Self.start) == .deliver)
        machine.bodyTaken(count)
    }

    private func describe(_ action: ExchangeMachine.EndAction) -> String {
        switch action {
        case .none: "none"
        case .failSend(let error): "send fails: \(error.code)"
        case .endBody(let error?): "body fails: \(error.code)"
        case .endBody(nil): "body ends"
        }
    }

    @Test func interimHeadsAreDiscarded() {
        var machine = make()
        for status in [100, 102, 103, 199] {
            #expect(machine.headReceived(status: status, bodyLength: nil, at: Self.start) == .discard)
            #expect(!machine.hasHead)
        }
        #expect(machine.headReceived(status: 204, bodyLength: nil, at: Self.start) == .deliver)
        #expect(machine.hasHead)
    }

    @Test func onlyTheFirstFinalHeadIsDelivered() {
        var machine = makeReceiving()
        #expect(machine.headReceived(status: 200, bodyLength: nil, at: Self.start) == .discard)
        #expect(machine.headReceived(status: 103, bodyLength: nil, at: Self.start) == .discard)
        #expect(machine.hasHead)
    }

    @Test func bytesBeforeTheFinalHeadAreDiscarded() {
        var machine = make()
        #expect(machine.bytesReceived(at: Self.start) == .discard)
        machine.bodyTaken(4)
        #expect(machine.headReceived(status: 200, bodyLength: 4, at: Self.start) == .deliver)
        #expect(!machine.isResponseWhole)
        #expect(machine.bytesReceived(at: Self.start) == .deliver)
    }

    @Test(arguments: [nil, 103]) func aFailureBeforeTheHeadFailsTheSend(interim: Int?) {
        var machine = make()
        if let interim { _ = machine.headReceived(status: interim, bodyLength: nil, at: Self.start) }
        #expect(describe(machine.ended(NetworkError(.cannotConnect, ""))) == "send fails: cannotConnect")
    }

    @Test func aFailureAfterTheHeadEndsTheBody() {
        var machine = makeReceiving()
        #expect(describe(machine.ended(.closed)) == "body fails: closed")
    }

    @Test func anEndWithoutAResponseIsALostConnection() {
        var machine = make()
        guard case .failSend(let error) = machine.ended(nil) else {
            Issue.record("the send does not fail")
            return
        }
        #expect(error.code == .connectionLost)
        #expect(error.mayHaveBeenProcessed == true)
    }

    @Test func onlyTheFirstEndCounts() {
        var machine = makeReceiving()
        #expect(!machine.isEnded)
        #expect(describe(machine.ended(nil)) == "body ends")
        #expect(machine.isEnded)
        #expect(describe(machine.ended(.cancelled)) == "none")
        #expect(describe(machine.ended(nil)) == "none")
    }

    @Test func nothingIsDeliveredAfterTheEnd() {
        var machine = makeReceiving(1)
        take(1, by: &machine)
        _ = machine.ended(nil)
        #expect(!machine.hasHead)
        #expect(!machine.isResponseWhole)
        #expect(machine.headReceived(status: 200, bodyLength: nil, at: Self.start) == .discard)
        #expect(machine.bytesReceived(at: Self.start) == .discard)
    }

    @Test func aBodyOfItsAnnouncedLengthIsComplete() {
        var machine = makeReceiving(10)
        take(4, by: &machine)
        #expect(!machine.isResponseWhole)
        take(6, by: &machine)
        #expect(machine.isResponseWhole)
        #expect(describe(machine.ended(nil)) == "body ends")
    }

    @Test func aShortBodyIsIncompleteEvenIfThePlatformReportsNoFailure() {
        var machine = makeReceiving(10)
        take(4, by: &machine)
        guard case .endBody(let error?) = machine.ended(nil) else {
            Issue.record("the body does not fail")
            return
        }
        #expect(error.code == .incompleteBody)
        #expect(error.message == "the body has 4 of 10 bytes")
        #expect(error.mayHaveBeenProcessed == true)
    }

    @Test func thePlatformsFailureCountsForMoreThanTheLength() {
        var machine = makeReceiving(10)
        #expect(describe(machine.ended(.cancelled)) == "body fails: cancelled")
    }

    @Test func bytesThatWereNotTakenDoNotCountTowardsTheLength() {
        var machine = makeReceiving(10)
        #expect(machine.bytesReceived(at: Self.start) == .deliver)
        take(10, by: &machine)
        #expect(machine.isResponseWhole)
    }

    @Test func aResponseWithoutABodyIsWholeAtOnce() {
        #expect(makeReceiving(0).isResponseWhole)
    }

    @Test func aBodyOfUnknownLengthIsNeverKnownToBeWhole() {
        var machine = makeReceiving(nil)
        take(1_000_000, by: &machine)
        #expect(!machine.isResponseWhole)
        #expect(describe(machine.ended(nil)) == "body ends")
    }

    @Test func everyEventMovesTheLimits() {
        var machine = make(Self.timeouts)
        #expect(machine.deadlines.next == Self.at(100))
        machine.connected()
        #expect(machine.deadlines.next == Self.at(300))
        let isAnother = machine.connectionBegan(at: Self.at(150))
        #expect(isAnother)
        #expect(machine.deadlines.next == Self.at(250))
        machine.connected()
        machine.bytesSent(at: Self.at(200))
        #expect(machine.deadlines.next == Self.at(500))
        #expect(machine.headReceived(status: 200, bodyLength: nil, at: Self.at(400)) == .deliver)
        #expect(machine.deadlines.next == Self.at(450))
        #expect(machine.bytesReceived(at: Self.at(420)) == .deliver)
        #expect(machine.deadlines.next == Self.at(470))
        machine.readerPaused()
        #expect(machine.deadlines.next == .distantFuture)
        machine.readerResumed(at: Self.at(900))
        #expect(machine.deadlines.next == Self.at(950))
        _ = machine.ended(nil)
        #expect(machine.deadlines.next == .distantFuture)
    }

    @Test func neitherInterimHeadsNorDiscardedBytesMoveTheLimits() {
        var machine = make(Self.timeouts)
        machine.connected()
        _ = machine.headReceived(status: 103, bodyLength: nil, at: Self.at(200))
        _ = machine.bytesReceived(at: Self.at(200))
        #expect(machine.deadlines.next == Self.at(300))
        #expect(machine.deadlines.lastActivity == Self.start)
    }
}
