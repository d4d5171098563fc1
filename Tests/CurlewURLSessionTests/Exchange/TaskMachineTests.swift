import Curlew
import Testing

@testable import CurlewURLSession

struct TaskMachineTests {
    private let start = MonotonicTime(nanoseconds: 5_000_000_000)

    private func machine(_ timeouts: Timeouts = Timeouts(), isRunning: Bool = true) -> TaskMachine {
        var machine = TaskMachine(timeouts: timeouts, authority: "h:8080", now: start)
        if isRunning { #expect(machine.taskResumed() == false) }
        return machine
    }

    private func machineInBody(_ body: ResponseHead.ExpectedBody) -> TaskMachine {
        var machine = machine()
        #expect(machine.headReceived(status: 200, expecting: body, now: start) == true)
        return machine
    }

    @Test func onlyTheFirstFinalHeadIsHandedOver() {
        var machine = machine()
        #expect(machine.headReceived(status: 103, expecting: .lost, now: start) == false)
        #expect(machine.headReceived(status: 200, expecting: .anyLength, now: start) == true)
        #expect(machine.headReceived(status: 200, expecting: .lost, now: start) == false)
        #expect(machine.hasHead)
        #expect(machine.taskCompleted(with: nil).endsBody?.failure == nil)
    }

    @Test func aFailureOfTheTaskCancelsNothing() {
        var machine = machine()
        let end = machine.taskCompleted(with: NetworkError(.cannotConnect, ""))
        #expect(end.failsSend?.code == .cannotConnect)
        #expect(end.endsBody == nil)
        #expect(!end.cancelsTask)
    }

    @Test func aTaskThatCompletesWithoutAHeadIsALostConnection() {
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

    @Test func theTasksFailureCountsForMoreThanADroppedBody() {
        var machine = machineInBody(.lost)
        #expect(machine.taskCompleted(with: .cancelled).endsBody?.failure?.code == .cancelled)
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

    @Test func aChallengeBeforeTheHeadEndsNothing() {
        var machine = machine()
        let end = machine.challengeReceived()
        #expect(end.failsSend == nil)
        #expect(end.endsBody == nil)
        #expect(!machine.isEnded)
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

    @Test func aTaskThatStartsAfterTheEndIsCancelled() {
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

    @Test func aLimitThatHasPassedCancelsTheTask() {
        var machine = machine(Timeouts(head: .seconds(1)))
        let deadline = start.advanced(byNanoseconds: 1_000_000_000)
        #expect(machine.nextDeadline == deadline)
        #expect(machine.timerFired(now: start).failsSend == nil)
        let end = machine.timerFired(now: deadline)
        #expect(end.failsSend?.phase == .head)
        #expect(end.cancelsTask)
        #expect(machine.nextDeadline == .distantFuture)
        #expect(machine.timerFired(now: deadline).failsSend == nil)
    }

    @Test func sentBytesStartTheHeadLimitAgain() {
        var machine = machine(Timeouts(head: .seconds(1)))
        machine.bytesSent(now: start.advanced(byNanoseconds: 700_000_000))
        #expect(machine.nextDeadline == start.advanced(byNanoseconds: 1_700_000_000))
    }

    @Test func receivedBytesStartTheIdleLimitAgain() {
        var machine = machine(Timeouts(idle: .seconds(2)))
        #expect(machine.headReceived(status: 200, expecting: .anyLength, now: start) == true)
        let later = start.advanced(byNanoseconds: 1_000_000_000)
        #expect(machine.dataReceived(1, now: later) == true)
        let deadline = start.advanced(byNanoseconds: 3_000_000_000)
        #expect(machine.nextDeadline == deadline)
        #expect(machine.timerFired(now: deadline).endsBody?.failure?.phase == .idle)
    }

    @Test func theTotalLimitDoesNotStartAgain() {
        var machine = machine(.total(.milliseconds(500)))
        machine.bytesSent(now: start.advanced(byNanoseconds: 400_000_000))
        let end = machine.timerFired(now: start.advanced(byNanoseconds: 500_000_000))
        #expect(end.failsSend?.phase == .total)
    }

    @Test func whileNoConnectionIsFreeTheErrorSaysSo() {
        var machine = machine(Timeouts(head: .seconds(1)), isRunning: false)
        machine.queued()
        let error = machine.timerFired(now: start.advanced(byNanoseconds: 1_000_000_000)).failsSend
        #expect(
            error?.message
                == "no connection was made to h:8080 within 1 s (head limit): the request waited for a free connection"
        )
        #expect(error?.phase == .head)
        #expect(error?.mayHaveBeenProcessed == false)
    }

    @Test(arguments: [true, false]) func beforeAndAfterTheQueueNothingIsKnownOfTheConnection(isStarted: Bool)
    {
        var machine = machine(Timeouts(head: .seconds(1)), isRunning: false)
        if isStarted {
            machine.queued()
            machine.started()
        }
        let error = machine.timerFired(now: start.advanced(byNanoseconds: 1_000_000_000)).failsSend
        #expect(error?.message == "no response arrived within 1 s")
        #expect(error?.mayHaveBeenProcessed == nil)
    }
}
