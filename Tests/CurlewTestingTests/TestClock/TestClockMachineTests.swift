import Testing

@testable import CurlewTesting

struct TestClockMachineTests {
    @Test func theEarliestMomentComesFirstAndOfEqualMomentsTheFirstWaiter() {
        var machine = TestClockMachine()
        var next = TestClockMachine.Action.none
        for (number, seconds) in [(1, 3), (2, 1), (3, 2), (4, 1)] {
            machine.entered(number, until: .seconds(seconds))
        }
        var order: [Int] = []
        while case .resume(let number) = machine.allWait() { order.append(number) }
        #expect(order == [2, 4, 3, 1])
        #expect(machine.now == .seconds(3))
        next = machine.allWait()
        #expect(next == .none)
    }

    @Test func aWaiterWithoutAMomentFailsOnlyWhenNoMomentIsLeft() {
        var machine = TestClockMachine()
        var next = TestClockMachine.Action.none
        machine.entered(1, until: nil)
        machine.entered(2, until: .seconds(1))
        machine.entered(3, until: nil)
        next = machine.allWait()
        #expect(next == .resume(2))
        next = machine.allWait()
        #expect(next == .fail(1))
        next = machine.allWait()
        #expect(next == .fail(3))
    }

    @Test func advancingResumesThoseWhoseMomentHasCome() {
        var machine = TestClockMachine()
        for (number, seconds) in [(1, 3), (2, 2), (3, 4)] {
            machine.entered(number, until: .seconds(seconds))
        }
        machine.entered(4, until: nil)
        let due1 = machine.advanced(by: .seconds(3))
        #expect(due1 == [2, 1])
        #expect(machine.now == .seconds(3))
        let due2 = machine.advanced(by: .seconds(-1))
        #expect(due2 == [])
        #expect(machine.now == .seconds(3))
    }

    @Test func aWaiterThatHasLeftIsNotResumed() {
        var machine = TestClockMachine()
        var next = TestClockMachine.Action.none
        machine.entered(1, until: .seconds(1))
        #expect([machine.left(1), machine.left(1)] == [true, false])
        next = machine.allWait()
        #expect(next == .none)
        #expect(machine.now == .zero)
    }

    @Test func aMomentThatTheClockCannotShowIsNone() {
        var machine = TestClockMachine()
        #expect(machine.moment(after: .seconds(Int64.max)) == nil)
        _ = machine.advanced(by: .nanoseconds(Int64.max))
        #expect(machine.moment(after: .seconds(1)) == nil)
        let due3 = machine.advanced(by: .seconds(Int64.max))
        #expect(due3 == [])
    }
}
