import Testing

@testable import Curlew

struct DownloadRetryMachineTests {
    private typealias Action = DownloadRetryMachine.Action

    private let cut = NetworkError(.incompleteBody, "")

    private func machine(_ options: DownloadOptions = DownloadOptions()) -> DownloadRetryMachine {
        var options = options
        options.jitter = { $0 }
        return DownloadRetryMachine(options)
    }

    private func status(_ code: Int) -> NetworkError {
        NetworkError(.unacceptableStatus, "").updating {
            $0.response = HTTPResponse(status: .init(code: code))
        }
    }

    @Test func theDelayGrowsWithoutProgressAndTheAttemptsEnd() {
        var machine = machine(.init(maxRetries: 8, maxDelay: .seconds(20)))
        let actions = (0..<9).map { _ in machine.failed(cut, retryAfter: nil) }
        let delays: [Action] = [1, 2, 4, 8, 16, 20, 20, 20].map { .retry(after: .seconds($0)) }
        #expect(actions == delays + [.fail])
    }

    @Test func progressStartsAgain() {
        var machine = machine(.init(maxRetries: 1))
        for _ in 0..<100 {
            machine.progressed()
            let action = machine.failed(cut, retryAfter: nil)
            #expect(action == .retry(after: .seconds(1)))
        }
        let last = machine.failed(cut, retryAfter: nil)
        #expect(last == .fail)
    }

    @Test func withoutRetriesTheFirstFailureIsTheLast() {
        var machine = machine(.init(maxRetries: 0))
        machine.progressed()
        let action = machine.failed(cut, retryAfter: .zero)
        #expect(action == .fail)
    }

    @Test(arguments: [
        (Duration.seconds(2), Duration.seconds(2)), (.seconds(90), .seconds(90)),
        (.seconds(1_000_000_000), .seconds(24 * 60 * 60)),
    ])
    func aLongerRetryAfterReplacesTheDelay(asked: Duration, delay: Duration) {
        var machine = machine()
        let action = machine.failed(status(503), retryAfter: asked)
        #expect(action == .retry(after: delay))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .milliseconds(1)])
    func noRetryAfterShortensTheDelay(asked: Duration) {
        var machine = machine(.init(maxRetries: 3))
        let actions = (0..<4).map { _ in machine.failed(status(503), retryAfter: asked) }
        #expect(actions == [1, 2, 4].map { .retry(after: .seconds($0)) } + [.fail])
    }

    @Test(arguments: NetworkError.Code.allCases)
    func onlyTransientFailuresAreRetried(code: NetworkError.Code) {
        var machine = machine()
        machine.headReceived()
        let passing: Set<NetworkError.Code> = [
            .connectionLost, .incompleteBody, .cannotConnect, .cannotResolve, .timedOut,
        ]
        let action = machine.failed(NetworkError(code, ""), retryAfter: nil)
        #expect(action == (passing.contains(code) ? .retry(after: .seconds(1)) : .fail))
    }

    @Test func aNameWithoutAddressIsTriedAgainOnlyOnceTheServerHasResponded() {
        var machine = machine()
        let first = machine.failed(NetworkError(.cannotResolve, ""), retryAfter: nil)
        #expect(first == .fail)
        machine.headReceived()
        let later = machine.failed(NetworkError(.cannotResolve, ""), retryAfter: nil)
        #expect(later == .retry(after: .seconds(1)))
    }

    @Test(arguments: [
        (Timeouts.Phase.connect, true), (.head, true), (.idle, true), (.total, false),
    ])
    func everyLimitButTheTotalPasses(phase: Timeouts.Phase, passes: Bool) {
        var machine = machine()
        let action = machine.failed(.timedOut(phase, after: .seconds(1)), retryAfter: nil)
        #expect(action == (passes ? .retry(after: .seconds(1)) : .fail))
    }

    @Test(arguments: [
        (408, true), (429, true), (500, true), (502, true), (503, true), (504, true), (304, false),
        (400, false), (401, false), (403, false), (404, false), (416, false), (501, false), (505, false),
    ])
    func aBusyServerIsRetried(code: Int, passes: Bool) {
        var machine = machine()
        let action = machine.failed(status(code), retryAfter: nil)
        #expect(action == (passes ? .retry(after: .seconds(1)) : .fail))
    }

    @Test(arguments: [Duration(attoseconds: .max), .seconds(-1), .zero])
    func anyDelayIsPossible(delay: Duration) {
        var machine = machine(.init(maxRetries: 100, baseDelay: delay, maxDelay: Duration(attoseconds: .max)))
        let limit = delay > .zero ? Duration.seconds(24 * 60 * 60) : .zero
        for _ in 0..<100 {
            let action = machine.failed(cut, retryAfter: nil)
            #expect(action == .retry(after: limit))
        }
    }

    @Test func theDelayIsAtLeastHalfOfItsCeiling() {
        let delays = (0..<1000).map { _ in DownloadOptions().jitter(.seconds(1)) }
        #expect(delays.allSatisfy { (.milliseconds(500)...Duration.seconds(1)).contains($0) })
        #expect(Set(delays).count > 1)
    }
}
