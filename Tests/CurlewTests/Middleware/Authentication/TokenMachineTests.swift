import Testing

@testable import Curlew

struct TokenMachineTests {
    private typealias Machine = TokenMachine<String>

    private let now = ContinuousClock.now

    private func begun(_ token: AccessToken) -> Machine {
        var machine = Machine(token)
        machine.begun(now: now)
        return machine
    }

    private func issued(_ value: String, _ generation: Int) -> Machine.Issued {
        Machine.Issued(token: AccessToken(value), generation: generation, now: now)
    }

    @Test func withoutATokenTheFirstStartsTheRefreshAndTheOthersWait() {
        var machine = Machine(nil)
        #expect(machine.usable(replacing: nil, now: now) == nil)
        #expect(machine.requested(by: "a", replacing: nil, now: now) == .refresh(nil))
        #expect(machine.requested(by: "b", replacing: nil, now: now) == .wait)
        let (token, waiters) = machine.refreshed(AccessToken("t"), now: now)
        #expect(token == issued("t", 1))
        #expect(waiters == ["a", "b"])
        #expect(machine.requested(by: "c", replacing: nil, now: now) == .use(issued("t", 1)))
    }

    @Test func aTokenToBeginWithIsUsed() {
        var machine = begun(AccessToken("t"))
        #expect(machine.usable(replacing: nil, now: now) == issued("t", 0))
        #expect(machine.requested(by: "a", replacing: nil, now: now) == .use(issued("t", 0)))
    }

    @Test func anExpiredTokenIsReplaced() {
        let token = AccessToken("t", lifetime: .seconds(10))
        var machine = begun(token)
        #expect(machine.usable(replacing: nil, now: now)?.token == token)
        let later = now.advanced(by: .seconds(10))
        #expect(machine.usable(replacing: nil, now: later) == nil)
        #expect(machine.requested(by: "a", replacing: nil, now: later) == .refresh(token))
    }

    @Test func aLifetimeBeginsWhenTheTokenIsIssuedAndOnce() {
        var machine = begun(AccessToken("t", lifetime: .seconds(10)))
        let later = now.advanced(by: .seconds(10))
        machine.begun(now: later)
        #expect(machine.usable(replacing: nil, now: later) == nil)
        let action = machine.requested(by: "a", replacing: nil, now: later)
        #expect(action == .refresh(AccessToken("t", lifetime: .seconds(10))))
        let (fresh, _) = machine.refreshed(AccessToken("u", lifetime: .seconds(10)), now: later)
        #expect(machine.usable(replacing: nil, now: later.advanced(by: .seconds(9))) == fresh)
        #expect(machine.usable(replacing: nil, now: later.advanced(by: .seconds(10))) == nil)
    }

    @Test func aLifetimeTooLargeForTheClockIsUnlimited() {
        let machine = begun(AccessToken("t", lifetime: .seconds(Int64.max)))
        #expect(machine.usable(replacing: nil, now: now.advanced(by: .seconds(1 << 40))) != nil)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min)])
    func aNonpositiveLifetimeEndsAtOnce(lifetime: Duration) {
        #expect(begun(AccessToken("t", lifetime: lifetime)).usable(replacing: nil, now: now) == nil)
    }

    @Test func onlyTheTokenInUseIsReplaced() {
        var machine = begun(AccessToken("old"))
        let old = issued("old", 0)
        #expect(machine.requested(by: "a", replacing: old, now: now) == .refresh(old.token))
        let (fresh, _) = machine.refreshed(AccessToken("new"), now: now)
        // A late refusal of the old one.
        #expect(machine.requested(by: "b", replacing: old, now: now) == .use(fresh))
        machine.refused(old)
        #expect(machine.usable(replacing: nil, now: now) == fresh)
        machine.refused(fresh)
        #expect(machine.usable(replacing: nil, now: now) == nil)
        #expect(machine.requested(by: "c", replacing: nil, now: now) == .refresh(fresh.token))
    }

    @Test func theSameTokenAgainIsANewOne() {
        var machine = begun(AccessToken("t"))
        #expect(machine.requested(by: "a", replacing: issued("t", 0), now: now) == .refresh(AccessToken("t")))
        let (fresh, _) = machine.refreshed(AccessToken("t"), now: now)
        #expect(machine.requested(by: "b", replacing: issued("t", 0), now: now) == .use(fresh))
    }

    @Test func aFailureReachesEveryWaiterAndTheNextTriesAgain() {
        var machine = begun(AccessToken("t", lifetime: .zero))
        guard case .refresh(let token) = machine.requested(by: "a", replacing: nil, now: now) else {
            Issue.record("no refresh")
            return
        }
        #expect(machine.requested(by: "b", replacing: nil, now: now) == .wait)
        #expect(machine.refreshFailed(of: token) == ["a", "b"])
        #expect(machine.requested(by: "c", replacing: nil, now: now) == .refresh(token))
    }

    @Test func aWaiterThatLeavesDoesNotEndTheRefresh() {
        var machine = Machine(nil)
        #expect(machine.requested(by: "a", replacing: nil, now: now) == .refresh(nil))
        #expect(machine.requested(by: "b", replacing: nil, now: now) == .wait)
        let left = [machine.left("a"), machine.left("a"), machine.left("b")]
        #expect(left == [true, false, true])
        #expect(machine.requested(by: "c", replacing: nil, now: now) == .wait)
        #expect(machine.refreshed(AccessToken("t"), now: now).waiters == ["c"])
        let isWaiting = machine.left("c")
        #expect(!isWaiting)
    }
}
