import Curlew
import Testing

@testable import CurlewURLSession

/// Requests that the server stops reading after it has sent its whole response.
struct StandstillTests {
    private let start = ContinuousClock.now

    private func machineSending(
        _ hasBody: Bool = true, awaiting body: ExchangeMachine.ExpectedBody
    ) -> ExchangeMachine {
        var machine = ExchangeMachine(timeouts: Timeouts(), now: start)
        #expect(machine.taskResumed() == false)
        machine.started(mayBeReadNoFurther: hasBody)
        #expect(machine.headReceived(status: 200, expecting: body, now: start) == true)
        return machine
    }

    @Test func aWholeResponseEndsARequestThatStandsStill() {
        var machine = machineSending(awaiting: .length(10))
        #expect(machine.standstillEnd == nil)
        #expect(machine.dataReceived(10, now: start) == true)
        let deadline = start + ExchangeMachine.standstillLimit
        #expect(machine.nextDeadline == deadline)
        #expect(machine.timerFired(now: start).endsBody == nil)
        let end = machine.timerFired(now: deadline)
        #expect(end.endsBody != nil)
        #expect(end.endsBody?.failure == nil)
        #expect(end.cancelsTask)
        #expect(machine.nextDeadline == nil)
    }

    @Test func aResponseWithoutABodyIsWholeAtOnce() {
        #expect(machineSending(awaiting: .length(0)).standstillEnd == start + ExchangeMachine.standstillLimit)
    }

    @Test func aRequestThatMovesOnIsSentToItsEnd() {
        var machine = machineSending(awaiting: .length(0))
        let later = start + .milliseconds(500)
        machine.bytesSent(now: later)
        #expect(machine.standstillEnd == later + ExchangeMachine.standstillLimit)
    }

    @Test(arguments: [ExchangeMachine.ExpectedBody.length(10), .anyLength])
    func aResponseThatIsNotWholeEndsNothing(body: ExchangeMachine.ExpectedBody) {
        var machine = machineSending(awaiting: body)
        #expect(machine.dataReceived(9, now: start) == true)
        machine.bytesSent(now: start)
        #expect(machine.standstillEnd == nil)
    }

    @Test func withoutABodyOfTheRequestNothingStandsStill() {
        var machine = machineSending(false, awaiting: .length(1))
        #expect(machine.dataReceived(1, now: start) == true)
        #expect(machine.standstillEnd == nil)
    }
}
