import Curlew
import Testing

@testable import CurlewLibcurl

struct TransferMachineTests {
    private func make(isIdempotent: Bool = true, asksToContinue: Bool = false) -> TransferMachine {
        TransferMachine(isIdempotent: isIdempotent, asksToContinue: asksToContinue)
    }

    @Test func nothingIsSentAgainOnceAnAnswerHasBegun() {
        var machine = TransferMachine(isIdempotent: true, asksToContinue: false)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.mayBeRepeated)
        machine.answerBegan()
        #expect(!machine.mayBeRepeated)
        #expect(machine.attemptStarted(hasSentBytes: true) == .refuse)
    }

    @Test func aSmallAnswerIsDeliveredWhole() {
        var machine = make()
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(!machine.isHeadComplete)
        #expect(machine.headEnded(status: 200, hasSentBody: false) == .keep)
        #expect(machine.isHeadComplete)
        expect(machine.ended(nil), "whole")
        expect(machine.ended(nil), "none")
        #expect(machine.turnEnded() == false)
        #expect(!machine.isHeadComplete)
    }

    @Test(arguments: [true, false]) func whatTheServerRefusedIsSentAgain(isIdempotent: Bool) {
        var machine = make(isIdempotent: isIdempotent)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true, isAfterRefusal: true) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true) == (isIdempotent ? .proceed : .refuse))
    }

    @Test(arguments: [true, false]) func aLostRequestIsRepeatedOnce(isIdempotent: Bool) {
        var machine = make(isIdempotent: isIdempotent)
        #expect(!machine.mayBeRepeated)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.mayBeRepeated == isIdempotent)
        _ = machine.attemptStarted(hasSentBytes: true)
        #expect(!machine.mayBeRepeated)
    }

    @Test func aSlowAnswersHeadIsDeliveredOnceAtTheTurnsEnd() {
        var machine = make()
        #expect(machine.turnEnded() == false)
        #expect(machine.headEnded(status: 200, hasSentBody: false) == .keep)
        #expect(machine.turnEnded() == true)
        #expect(machine.turnEnded() == false)
        #expect(machine.isHeadComplete)
        expect(machine.ended(.closed), "finish closed")
    }

    @Test func interimHeadsAreDiscarded() {
        var machine = make()
        for status in [100, 102, 103, 199] {
            #expect(machine.headEnded(status: status, hasSentBody: false) == .discard)
            #expect(!machine.isHeadComplete)
            #expect(machine.turnEnded() == false)
        }
        #expect(machine.headEnded(status: 204, hasSentBody: false) == .keep)
    }

    @Test func noAnswerIsALostConnection() {
        var machine = make()
        guard case .failSend(let error) = machine.ended(nil) else { Issue.record("not failed"); return }
        #expect(error.code == .connectionLost)
        #expect(error.mayHaveBeenProcessed == true)
    }

    @Test func aFailureBeforeTheHeadFailsTheSend() {
        var machine = make()
        _ = machine.headEnded(status: 103, hasSentBody: false)
        expect(machine.ended(.cancelled), "fail cancelled")
    }

    @Test func aFailureBehindTheHeadBelongsToTheBody() {
        var machine = make()
        _ = machine.headEnded(status: 200, hasSentBody: false)
        expect(machine.ended(.closed), "whole closed")
    }

    @Test func anIdempotentRequestIsSentTwiceAtMost() {
        var machine = make()
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true) == .refuse)
        #expect(machine.attemptStarted(hasSentBytes: false) == .refuse)
    }

    @Test(arguments: [true, false]) func theRepeatNeverGoesOnAnotherKeptConnection(hasSentBytes: Bool) {
        var machine = make(isIdempotent: hasSentBytes)
        #expect(machine.attemptStarted(hasSentBytes: false, isOnKeptConnection: true) == .proceed)
        let isMovedAtFirst = machine.takeMove()
        #expect(!isMovedAtFirst)
        let second = machine.attemptStarted(hasSentBytes: hasSentBytes, isOnKeptConnection: true)
        #expect(second == .moveToFreshConnection)
        let isMoved = machine.takeMove()
        #expect(isMoved)
        let isMovedTwice = machine.takeMove()
        #expect(!isMovedTwice)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: hasSentBytes) == .refuse)
    }

    @Test func aMoveThatLeadsToAKeptConnectionIsNotRepeated() {
        var machine = make()
        #expect(machine.attemptStarted(hasSentBytes: false, isOnKeptConnection: true) == .proceed)
        #expect(
            machine.attemptStarted(hasSentBytes: true, isOnKeptConnection: true) == .moveToFreshConnection)
        let isMoved = machine.takeMove()
        #expect(isMoved)
        #expect(machine.attemptStarted(hasSentBytes: true, isOnKeptConnection: true) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true, isOnKeptConnection: true) == .refuse)
    }

    @Test func anyOtherIsSentOnceMoreOnlyIfNothingWasWritten() {
        var machine = make(isIdempotent: false)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true) == .refuse)
        machine = make(isIdempotent: false)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: false) == .refuse)
    }

    @Test func nothingIsSentAgainBehindTheHead() {
        var machine = make()
        _ = machine.attemptStarted(hasSentBytes: false)
        _ = machine.headEnded(status: 200, hasSentBody: false)
        #expect(machine.attemptStarted(hasSentBytes: true) == .refuse)
    }

    @Test(arguments: [true, false]) func a417IsRepeatedOnceWhateverTheMethod(isIdempotent: Bool) {
        var machine = make(isIdempotent: isIdempotent, asksToContinue: true)
        #expect(machine.attemptStarted(hasSentBytes: false) == .proceed)
        #expect(machine.headEnded(status: 417, hasSentBody: false) == .repeatUnasked)
        #expect(!machine.isHeadComplete)
        #expect(machine.attemptStarted(hasSentBytes: true) == .proceed)
        #expect(machine.headEnded(status: 417, hasSentBody: false) == .keep, "the second is the answer")
        expect(machine.ended(nil), "whole")
    }

    @Test func theRepeatAfterA417IsNotCountedAsAnAttempt() {
        var machine = make(asksToContinue: true)
        _ = machine.attemptStarted(hasSentBytes: false)
        _ = machine.headEnded(status: 417, hasSentBody: false)
        #expect(machine.attemptStarted(hasSentBytes: true) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true) == .proceed)
        #expect(machine.attemptStarted(hasSentBytes: true) == .refuse)
    }

    @Test func a417OnTheSecondAttemptIsRepeatedToo() {
        var machine = make(asksToContinue: true)
        _ = machine.attemptStarted(hasSentBytes: false)
        _ = machine.attemptStarted(hasSentBytes: true)
        #expect(machine.headEnded(status: 417, hasSentBody: false) == .repeatUnasked)
        #expect(machine.attemptStarted(hasSentBytes: true) == .proceed)
    }

    @Test func a417IsTheAnswerWhereItWasNotAskedForOrTheBodyHasStarted() {
        var machine = make()
        _ = machine.attemptStarted(hasSentBytes: false)
        #expect(machine.headEnded(status: 417, hasSentBody: false) == .keep)
        machine = make(asksToContinue: true)
        _ = machine.attemptStarted(hasSentBytes: false)
        #expect(machine.headEnded(status: 417, hasSentBody: true) == .keep)
        #expect(machine.attemptStarted(hasSentBytes: true) == .refuse)
    }

    /// Every sequence of four events: in each, an exchange is ended once and delivered once.
    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func everySequenceEndsOnce(isIdempotent: Bool, asksToContinue: Bool) {
        explore(make(isIdempotent: isIdempotent, asksToContinue: asksToContinue), Seen(), depth: 4)
    }

    private struct Seen {
        var attempts = 0
        var heads = 0
        var deliveries = 0
        var ends = 0
        var repeats = 0
    }

    private func explore(_ machine: TransferMachine, _ seen: Seen, depth: Int) {
        guard depth > 0 else { return }
        for sends in [true, false] {
            var (next, after) = (machine, seen)
            if next.attemptStarted(hasSentBytes: sends) == .proceed { after.attempts += 1 }
            #expect(after.attempts <= 2 + after.repeats)
            explore(next, after, depth: depth - 1)
        }
        for (status, hasSentBody) in [(103, false), (200, false), (417, false), (417, true)] {
            var (next, after) = (machine, seen)
            let wasComplete = next.isHeadComplete
            let action = next.headEnded(status: status, hasSentBody: hasSentBody)
            if action == .keep, !wasComplete { after.heads += 1 }
            if action == .repeatUnasked { after.repeats += 1 }
            #expect(after.repeats <= 1)
            if after.ends == 0 { explore(next, after, depth: depth - 1) }
        }
        exploreEnds(machine, seen, depth: depth)
    }

    private func exploreEnds(_ machine: TransferMachine, _ seen: Seen, depth: Int) {
        var (next, after) = (machine, seen)
        if next.turnEnded() { after.deliveries += 1 }
        #expect(after.deliveries <= 1)
        #expect(after.deliveries <= after.heads)
        explore(next, after, depth: depth - 1)
        for failure in [nil, NetworkError.cancelled] {
            var (next, after) = (machine, seen)
            switch next.ended(failure) {
            case .none: #expect(after.ends == 1)
            case .failSend: #expect(after.ends == 0 && after.heads == 0)
            case .deliverWhole: #expect(after.ends == 0 && after.heads > 0 && after.deliveries == 0)
            case .finishBody: #expect(after.ends == 0 && after.deliveries == 1)
            }
            after.ends = 1
            explore(next, after, depth: depth - 1)
        }
    }

    private func expect(
        _ action: TransferMachine.EndAction, _ expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text =
            switch action {
            case .none: "none"
            case .failSend(let error): "fail \(error.code)"
            case .deliverWhole(let error): error.map { "whole \($0.code)" } ?? "whole"
            case .finishBody(let error): error.map { "finish \($0.code)" } ?? "finish"
            }
        #expect(text == expected, sourceLocation: sourceLocation)
    }
}
