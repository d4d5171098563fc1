import Curlew
import Testing

@testable import CurlewURLSession

/// Requests that the server stops reading after it has sent its whole response.
struct StandstillTests {
    private let start = MonotonicTime(nanoseconds: 5_000_000_000)
    private let standstillEnd = MonotonicTime(nanoseconds: 6_000_000_000)

    private func machineSending(
        _ hasBody: Bool = true, awaiting body: ResponseHead.ExpectedBody
    ) -> TaskMachine {
        var machine = TaskMachine(timeouts: Timeouts(), now: start)
        #expect(machine.taskResumed() == false)
        machine.started(mayBeReadNoFurther: hasBody)
        #expect(machine.headReceived(status: 200, expecting: body, now: start) == true)
        return machine
    }

    @Test func aWholeResponseEndsARequestThatStandsStill() {
        var machine = machineSending(awaiting: .length(10))
        #expect(machine.standstillEnd == .distantFuture)
        #expect(machine.dataReceived(10, now: start) == true)
        #expect(machine.nextDeadline == standstillEnd)
        #expect(machine.timerFired(now: start).endsBody == nil)
        let end = machine.timerFired(now: standstillEnd)
        #expect(end.endsBody != nil)
        #expect(end.endsBody?.failure == nil)
        #expect(end.cancelsTask)
        #expect(machine.nextDeadline == .distantFuture)
    }

    @Test func aResponseWithoutABodyIsWholeAtOnce() {
        #expect(machineSending(awaiting: .length(0)).standstillEnd == standstillEnd)
    }

    @Test func aRequestThatMovesOnIsSentToItsEnd() {
        var machine = machineSending(awaiting: .length(0))
        machine.bytesSent(now: start.advanced(byNanoseconds: 500_000_000))
        #expect(machine.standstillEnd == standstillEnd.advanced(byNanoseconds: 500_000_000))
    }

    @Test(arguments: [ResponseHead.ExpectedBody.length(10), .anyLength])
    func aResponseThatIsNotWholeEndsNothing(body: ResponseHead.ExpectedBody) {
        var machine = machineSending(awaiting: body)
        #expect(machine.dataReceived(9, now: start) == true)
        machine.bytesSent(now: start)
        #expect(machine.standstillEnd == .distantFuture)
    }

    @Test func withoutABodyOfTheRequestNothingStandsStill() {
        var machine = machineSending(false, awaiting: .length(1))
        #expect(machine.dataReceived(1, now: start) == true)
        #expect(machine.standstillEnd == .distantFuture)
    }
}
