import Curlew
import Testing

@testable import CurlewURLSession

struct SignsOfLifeTests {
    private static let host = "https://a"
    private let start = MonotonicTime(nanoseconds: 5_000_000_000)
    private var signs = SignsOfLife()

    private func after(_ milliseconds: Int64) -> MonotonicTime {
        start.advanced(byNanoseconds: milliseconds * 1_000_000)
    }

    @Test mutating func aHostIsSilentAfterARequestThatHasWaitedInVain() {
        #expect(!signs.isSilent(Self.host))
        signs.received(from: Self.host, at: after(0))
        signs.waitedInVain(for: Self.host, since: after(100), until: after(1_000))
        #expect(signs.isSilent(Self.host))
        #expect(!signs.isSilent("https://b"))
    }

    @Test mutating func aHostOfWhichNothingEverCameIsSilentToo() {
        signs.waitedInVain(for: Self.host, since: after(0), until: after(1_000))
        #expect(signs.isSilent(Self.host))
    }

    @Test mutating func aPartOfAnotherResponseMeanwhileIsASignOfLife() {
        signs.received(from: Self.host, at: after(200))
        signs.waitedInVain(for: Self.host, since: after(100), until: after(1_000))
        #expect(!signs.isSilent(Self.host))
    }

    @Test mutating func aSignOfAnotherHostDoesNotCount() {
        signs.received(from: "https://b", at: after(200))
        signs.waitedInVain(for: Self.host, since: after(100), until: after(1_000))
        #expect(signs.isSilent(Self.host))
    }

    @Test mutating func aLaterSignClearsTheSuspicion() {
        signs.waitedInVain(for: Self.host, since: after(100), until: after(1_000))
        signs.received(from: Self.host, at: after(1_100))
        #expect(!signs.isSilent(Self.host))
    }

    @Test mutating func quickCancelsTellNothing() {
        for moment in Int64(0)..<100 {
            signs.waitedInVain(for: Self.host, since: after(moment), until: after(moment + 249))
        }
        #expect(!signs.isSilent(Self.host))
        signs.waitedInVain(for: Self.host, since: after(100), until: after(350))
        #expect(signs.isSilent(Self.host))
    }

    @Test(arguments: [NetworkError.cancelled, .timedOut(.head, after: .seconds(1))])
    func silenceBeginsWithTheRequestThatIsGivenUp(failure: NetworkError) {
        let end = TaskMachine.End(failsSend: failure)
        #expect(end.silenceBegan(started: start, timeouts: Timeouts(idle: .seconds(1))) == start)
    }

    @Test func silenceBeginsWithTheLastByteOfAnIdleBody() {
        let end = TaskMachine.End(
            endsBody: .init(failure: .timedOut(.idle, after: .seconds(1))))
        let began = end.silenceBegan(started: start, timeouts: Timeouts(idle: .seconds(1)), now: after(5_000))
        #expect(began == after(4_000))
    }

    @Test(arguments: [nil, NetworkError(.connectionLost, ""), .closed])
    func otherEndsAreNoSilence(failure: NetworkError?) {
        let end = TaskMachine.End(failsSend: failure)
        #expect(end.silenceBegan(started: start, timeouts: Timeouts(idle: .seconds(1))) == nil)
    }
}
