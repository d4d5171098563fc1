import Curlew
import Testing

@testable import CurlewURLSession

struct ExchangeMachineTests {
    private let start = ContinuousClock.now

    private func machine(_ timeouts: Timeouts = Timeouts(), isRunning: Bool = true) -> ExchangeMachine {
        var machine = ExchangeMachine(timeouts: timeouts, now: start)
        if isRunning { #expect(machine.taskResumed() == false) }
        return machine
    }

    private func machineInBody(_ body: ExchangeMachine.ExpectedBody) -> ExchangeMachine {
        var machine = machine()
        #expect(machine.headReceived(status: 200, expecting: body, now: start) == true)
        return machine
    }

    @Test func onlyTheFirstFinalHeadIsHandedOver() {
        var machine = machine()
        #expect(machine.headReceived(status: 103, expecting: .anyLength, now: start) == false)
        #expect(machine.headReceived(status: 200, expecting: .anyLength, now: start) == true)
        #expect(machine.headReceived(status: 200, expecting: .anyLength, now: start) == false)
    }

    @Test func aFailureBeforeTheHeadFailsTheSend() {
        var machine = machine()
        let end = machine.taskCompleted(with: NetworkError(.cannotConnect, ""))
        #expect(end.failsSend?.code == .cannotConnect)
        #expect(end.endsBody == nil)
        #expect(!end.cancelsTask)
    }

    @Test func anEndWithoutAHeadIsALostConnection() {
        var machine = machine()
        let end = machine.taskCompleted(with: nil)
        #expect(end.failsSend?.code == .connectionLost)
        #expect(end.failsSend?.mayHaveBeenProcessed == true)
    }

    @Test func aBodyOfItsAnnouncedLengthIsComplete() {
        var machine = machineInBody(.length(10))
        #expect(machine.dataReceived(4, now: start) == true)
        #expect(machine.dataReceived(6, now: start) == true)
        let end = machine.taskCompleted(with: nil)
        #expect(end.endsBody != nil)
        #expect(end.endsBody?.failure == nil)
    }

    @Test func aShortBodyIsIncompleteEvenWhenThePlatformIsContent() {
        var machine = machineInBody(.length(10))
        #expect(machine.dataReceived(4, now: start) == true)
        #expect(machine.taskCompleted(with: nil).endsBody?.failure?.code == .incompleteBody)
    }

    @Test func aDroppedBodyIsUnsupported() {
        var machine = machineInBody(.lost)
        #expect(machine.taskCompleted(with: nil).endsBody?.failure?.code == .unsupported)
    }

    @Test func aRejectedChallengeEndsTheBodyWellAndItsErrorIsIgnored() {
        var machine = machineInBody(.length(4))
        #expect(machine.dataReceived(4, now: start) == true)
        let end = machine.challengeReceived()
        #expect(end.endsBody != nil)
        #expect(end.endsBody?.failure == nil)
        #expect(!end.cancelsTask)
        let second = machine.taskCompleted(with: .cancelled)
        #expect(second.endsBody == nil)
        #expect(second.failsSend == nil)
    }

    @Test func givingUpBeforeTheHeadFailsTheSendAndCancelsTheTask() {
        var machine = machine()
        let end = machine.abandoned(.cancelled)
        #expect(end.failsSend?.code == .cancelled)
        #expect(end.cancelsTask)
    }

    @Test func givingUpInTheBodyFailsTheBodyAndCancelsTheTask() {
        var machine = machineInBody(.anyLength)
        let end = machine.abandoned(.closed)
        #expect(end.failsSend == nil)
        #expect(end.endsBody?.failure?.code == .closed)
        #expect(end.cancelsTask)
        #expect(machine.dataReceived(1, now: start) == false)
    }

    @Test func aTaskThatStartsAfterTheEndIsToBeCancelled() {
        var machine = machine(isRunning: false)
        #expect(!machine.abandoned(.cancelled).cancelsTask)
        #expect(machine.failure?.code == .cancelled)
        #expect(machine.taskResumed() == true)
    }

    @Test func onlyTheFirstEndCounts() {
        var machine = machine()
        #expect(machine.abandoned(.cancelled).failsSend != nil)
        #expect(machine.abandoned(.closed).failsSend == nil)
        #expect(machine.taskCompleted(with: .cancelled).failsSend == nil)
        #expect(machine.failure?.code == .cancelled)
    }
}

struct ExchangeDeadlineTests {
    private let start = ContinuousClock.now
    private let timeouts = Timeouts(head: .seconds(1), idle: .seconds(2), total: .seconds(10))

    private func phase(of end: ExchangeMachine.End) -> TimeoutPhase? {
        (end.failsSend ?? end.endsBody?.failure)?.phase
    }

    @Test func theHeadLimitStartsAgainWithEveryByteSent() {
        var machine = ExchangeMachine(timeouts: timeouts, now: start)
        #expect(machine.nextDeadline == start + .seconds(1))
        machine.bytesSent(now: start + .milliseconds(700))
        #expect(phase(of: machine.timerFired(now: start + .milliseconds(1500))) == nil)
        #expect(phase(of: machine.timerFired(now: start + .milliseconds(1700))) == .head)
        #expect(machine.nextDeadline == nil)
    }

    @Test func whileNoConnectionIsFreeTheErrorSaysSo() {
        var machine = ExchangeMachine(timeouts: timeouts, authority: "h:8080", now: start)
        machine.queued()
        let error = machine.timerFired(now: start + .seconds(1)).failsSend
        #expect(
            error?.message
                == "no connection was made to h:8080 within 1 s (head limit): all connections were in use")
        #expect(error?.phase == .head)
        #expect(error?.mayHaveBeenProcessed == false)
    }

    @Test func onceATaskRunsNothingIsKnownOfItsConnection() {
        var machine = ExchangeMachine(timeouts: timeouts, authority: "h:8080", now: start)
        machine.queued()
        machine.started()
        let error = machine.timerFired(now: start + .seconds(1)).failsSend
        #expect(error?.message == "no response arrived within 1 s")
        #expect(error?.mayHaveBeenProcessed == nil)
    }

    @Test func theIdleLimitStartsAgainWithEveryByteReceived() {
        var machine = ExchangeMachine(timeouts: timeouts, now: start)
        #expect(machine.headReceived(status: 200, expecting: .anyLength, now: start) == true)
        #expect(machine.nextDeadline == start + .seconds(2))
        #expect(machine.dataReceived(1, now: start + .seconds(1)) == true)
        #expect(phase(of: machine.timerFired(now: start + .milliseconds(2900))) == nil)
        #expect(phase(of: machine.timerFired(now: start + .seconds(3))) == .idle)
    }

    @Test func theTotalLimitDoesNotStartAgain() {
        var machine = ExchangeMachine(timeouts: .total(.milliseconds(500)), now: start)
        machine.bytesSent(now: start + .milliseconds(400))
        #expect(phase(of: machine.timerFired(now: start + .milliseconds(500))) == .total)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(9_000_000_000)])
    func aLimitTooLargeForTheClockIsNone(_ limit: Duration) {
        let limits = Timeouts(head: limit, idle: limit, total: limit)
        #expect(ExchangeMachine(timeouts: limits, now: start).nextDeadline == nil)
    }
}
