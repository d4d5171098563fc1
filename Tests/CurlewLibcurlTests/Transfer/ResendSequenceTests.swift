import Curlew
import Testing

@testable import CurlewLibcurl

/// What the tables of single attempts do not show.
struct ResendSequenceTests {
    private func make(isIdempotent: Bool = true, asksToContinue: Bool = false) -> Resend {
        Resend(isIdempotent: isIdempotent, asksToContinue: asksToContinue)
    }

    private func attempt(
        _ resend: inout Resend, hasSentBytes: Bool = true, isIdle: Bool = false
    ) -> Resend.AttemptAction {
        resend.attemptStarted(hasSentBytes: hasSentBytes, isOnIdleConnection: isIdle)
    }

    @Test func anIdempotentRequestIsSentTwiceAtMost() {
        var resend = make()
        #expect(attempt(&resend, hasSentBytes: false) == .proceed)
        #expect(attempt(&resend) == .proceed)
        #expect(attempt(&resend) == .refuse)
        #expect(attempt(&resend, hasSentBytes: false) == .refuse)
    }

    @Test func nothingIsSentAfterARefusalOfTheRule() {
        var resend = make(isIdempotent: false)
        #expect(attempt(&resend, hasSentBytes: false) == .proceed)
        #expect(attempt(&resend) == .refuse)
        #expect(attempt(&resend, hasSentBytes: false) == .refuse)
    }

    @Test(arguments: [true, false]) func whatTheServerRefusedDoesNotCount(isIdempotent: Bool) {
        var resend = make(isIdempotent: isIdempotent)
        #expect(attempt(&resend, hasSentBytes: false) == .proceed)
        for _ in 0..<3 {
            resend.refused()
            #expect(attempt(&resend) == .proceed)
        }
        #expect(attempt(&resend) == (isIdempotent ? .proceed : .refuse))
    }

    @Test func aRefusalIsUsedUpByTheAttemptAfterIt() {
        var resend = make()
        #expect(attempt(&resend) == .proceed)
        #expect(attempt(&resend) == .proceed)
        resend.refused()
        #expect(attempt(&resend) == .proceed)
        #expect(attempt(&resend) == .refuse)
    }

    @Test func aRefusalAfterTheFinalHeadChangesNothing() {
        var resend = make()
        #expect(attempt(&resend) == .proceed)
        resend.responseBegan()
        #expect(resend.headReceived(status: 200, hasSentBody: false) == .proceed)
        resend.refused()
        #expect(attempt(&resend) == .refuse)
    }

    @Test(arguments: [true, false]) func aResendIsMovedOffAnIdleConnectionOnce(isIdempotent: Bool) {
        var resend = make(isIdempotent: isIdempotent)
        #expect(attempt(&resend, hasSentBytes: false, isIdle: true) == .proceed)
        #expect(attempt(&resend, hasSentBytes: isIdempotent, isIdle: true) == .moveToFreshConnection)
        #expect(resend.attemptEnded(.failed, hasSentBytes: isIdempotent) == .sendOnFreshConnection)
        #expect(resend.attemptEnded(.failed, hasSentBytes: isIdempotent) == .end)
        #expect(attempt(&resend, hasSentBytes: isIdempotent, isIdle: true) == .proceed)
        #expect(attempt(&resend, hasSentBytes: isIdempotent, isIdle: true) == .refuse)
    }

    @Test func anAttemptThatFailsOtherwiseIsNotMoved() {
        var resend = make()
        #expect(attempt(&resend, isIdle: true) == .proceed)
        #expect(resend.attemptEnded(.failed, hasSentBytes: true) == .end)
    }

    @Test func a417OfTheSecondAttemptIsRepeatedToo() {
        var resend = make(asksToContinue: true)
        #expect(attempt(&resend) == .proceed)
        #expect(attempt(&resend) == .proceed)
        resend.responseBegan()
        #expect(resend.headReceived(status: 417, hasSentBody: false) == .repeatWithoutExpect)
        #expect(attempt(&resend) == .proceed)
    }

    @Test func theRepeatAfterA417IsNotResent() {
        var resend = make(asksToContinue: true)
        #expect(attempt(&resend) == .proceed)
        resend.responseBegan()
        #expect(resend.headReceived(status: 417, hasSentBody: false) == .repeatWithoutExpect)
        #expect(attempt(&resend) == .proceed)
        #expect(resend.attemptEnded(.idleConnectionLost, hasSentBytes: true) == .end)
        #expect(attempt(&resend) == .refuse)
    }

    @Test func whatCurlForgetsIsRemembered() {
        var resend = make()
        #expect(!resend.hadSentBytes)
        resend.attemptForgotten(hasSentBytes: true)
        #expect(resend.hadSentBytes)
    }

    /// Every sequence of five events without a refusal by the server.
    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func noSequenceSendsMoreThanTwiceAndARepeat(isIdempotent: Bool, asksToContinue: Bool) {
        explore(make(isIdempotent: isIdempotent, asksToContinue: asksToContinue), Seen(), depth: 5)
    }

    private struct Seen {
        var attempts = 0
        var moves = 0
        var repeats = 0
    }

    private func explore(_ resend: Resend, _ seen: Seen, depth: Int) {
        #expect(seen.attempts <= 2 + seen.repeats)
        #expect(seen.moves <= 1 && seen.repeats <= 1)
        guard depth > 0 else { return }
        for (hasSentBytes, isIdle) in [(true, true), (true, false), (false, true), (false, false)] {
            var (next, after) = (resend, seen)
            let action = attempt(&next, hasSentBytes: hasSentBytes, isIdle: isIdle)
            if action == .proceed { after.attempts += 1 }
            if action == .moveToFreshConnection { after.moves += 1 }
            explore(next, after, depth: depth - 1)
        }
        exploreResponses(resend, seen, depth: depth)
        for ending in [Resend.Ending.completed, .idleConnectionLost, .failed] {
            var next = resend
            _ = next.attemptEnded(ending, hasSentBytes: true)
            explore(next, seen, depth: depth - 1)
        }
    }

    private func exploreResponses(_ resend: Resend, _ seen: Seen, depth: Int) {
        for (status, hasSentBody) in [(103, false), (200, false), (417, false), (417, true)] {
            var (next, after) = (resend, seen)
            next.responseBegan()
            let action = next.headReceived(status: status, hasSentBody: hasSentBody)
            if action == .repeatWithoutExpect { after.repeats += 1 }
            explore(next, after, depth: depth - 1)
        }
    }
}
