import Foundation
import Testing

@testable import Curlew

struct RetryMachineTests {
    private static func policy(_ change: (inout RetryPolicy) -> Void = { _ in }) -> RetryPolicy {
        var policy = RetryPolicy.standard
        policy.jitter = { $0 }
        change(&policy)
        return policy
    }

    private func machine(
        _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:], body: RequestBody? = nil,
        policy: RetryPolicy = policy()
    ) throws -> RetryMachine {
        RetryMachine(policy, try HTTPRequest(method: method, url: "http://h/", fields: fields, body: body))
    }

    @Test(arguments: [
        (429, true), (502, true), (503, true), (504, true), (500, false), (501, false), (408, false),
        (200, false),
        (404, false),
    ])
    func refusesStatuses(code: Int, isRefused: Bool) throws {
        #expect(try machine().refuses(HTTPResponse.Status(code: code)) == isRefused)
    }

    @Test(arguments: NetworkError.Code.all)
    func refusesFailuresOfTheConnection(code: NetworkError.Code) throws {
        let isRefused = [.cannotResolve, .cannotConnect, .connectionLost, .incompleteBody].contains(code)
        #expect(try machine().refuses(NetworkError(code, "")) == isRefused)
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "POST", "PATCH", "FOO"])
    func onlyIdempotentMethodsAreRetriedAfterAResponse(name: String) throws {
        let isIdempotent = !["POST", "PATCH", "FOO"].contains(name)
        let machine = try machine(.init(rawValue: name))
        #expect(machine.refuses(503) == isIdempotent)
        #expect(machine.refuses(NetworkError(.connectionLost, "")) == isIdempotent)
    }

    @Test func anyMethodIsResentIfTheRequestWasNotSent() throws {
        let machine = try machine(.post, body: .data(Data("a".utf8)))
        let unsent = NetworkError(.connectionLost, "").updating { $0.mayHaveBeenProcessed = false }
        let sent = NetworkError(.connectionLost, "").updating { $0.mayHaveBeenProcessed = true }
        #expect(machine.refuses(NetworkError(.cannotResolve, "")))
        #expect(machine.refuses(NetworkError(.cannotConnect, "")))
        #expect(machine.refuses(unsent))
        #expect(!machine.refuses(sent))
    }

    @Test func anIdempotencyKeyAllowsAResend() throws {
        let machine = try machine(.post, fields: ["idempotency-key": "1"])
        #expect(machine.refuses(503))
        #expect(machine.refuses(NetworkError(.connectionLost, "")))
    }

    @Test func aStreamIsNotResent() throws {
        let machine = try machine(.put, body: .stream(AsyncStream<Data> { $0.finish() }))
        #expect(!machine.refuses(503))
        #expect(!machine.refuses(NetworkError(.cannotConnect, "")))
    }

    @Test func statusesAndCodesAreChosenByValue() throws {
        let machine = try machine(
            policy: Self.policy {
                $0.statuses = [500]
                $0.codes = [.timedOut]
            })
        #expect(machine.refuses(500) && !machine.refuses(503))
        #expect(machine.refuses(NetworkError(.timedOut, "")))
        #expect(!machine.refuses(NetworkError(.cannotConnect, "")))
    }

    @Test func theLimitApplies() throws {
        var machine = try machine()
        for _ in 0..<2 {
            #expect(machine.refuses(503))
            _ = machine.attemptRefused(retryAfter: nil, left: nil)
        }
        #expect(!machine.refuses(503))
        #expect(!machine.refuses(NetworkError(.cannotConnect, "")))
    }

    @Test func theDelayDoublesUpToTheLongest() throws {
        var machine = try machine(
            policy: Self.policy {
                $0.limit = 100
                $0.firstPause = .milliseconds(100)
                $0.longestPause = .seconds(1)
            })
        var delays: [RetryMachine.Action] = []
        for _ in 0..<100 { delays.append(machine.attemptRefused(retryAfter: nil, left: nil)) }
        let first: [RetryMachine.Action] = [100, 200, 400, 800, 1000, 1000].map {
            .retry(after: .milliseconds($0))
        }
        #expect(Array(delays.prefix(6)) == first)
        #expect(delays.last == .retry(after: .seconds(1)))
    }

    @Test(arguments: [Duration(attoseconds: .max), .seconds(-1), .zero])
    func anyDelayIsAccepted(delay: Duration) throws {
        var machine = try machine(
            policy: Self.policy {
                $0.limit = 200
                $0.firstPause = delay
                $0.longestPause = Duration(attoseconds: .max)
            })
        let longest = delay > .zero ? Duration.seconds(24 * 60 * 60) : .zero
        for _ in 0..<200 {
            let action = machine.attemptRefused(retryAfter: nil, left: nil)
            #expect(action == .retry(after: longest))
        }
    }

    @Test func jitterIsBetweenZeroAndTheCeiling() {
        let delays = (0..<1000).map { _ in RetryPolicy.standard.jitter(.seconds(1)) }
        #expect(delays.allSatisfy { (.zero...Duration.seconds(1)).contains($0) })
        #expect((delays.min() ?? .zero) < .milliseconds(100) && (delays.max() ?? .zero) > .milliseconds(900))
    }

    @Test func aNegativeDelayIsNone() throws {
        var machine = try machine(policy: Self.policy { $0.jitter = { _ in .seconds(-5) } })
        #expect(machine.attemptRefused(retryAfter: nil, left: nil) == .retry(after: .zero))
    }

    @Test(arguments: [(1, 1), (7, 7), (60, 60), (61, 60), (1_000_000_000, 60)])
    func aLongerRetryAfterReplacesTheDelayUpToTheCap(asked: Int, waited: Int) throws {
        var machine = try machine()
        let action = machine.attemptRefused(retryAfter: .seconds(asked), left: nil)
        #expect(action == .retry(after: .seconds(waited)))
    }

    @Test func noRetryAfterShortensTheDelayOfRetries() throws {
        var machine = try machine()
        for delay in [200, 400] {
            let action = machine.attemptRefused(retryAfter: .zero, left: nil)
            #expect(action == .retry(after: .milliseconds(delay)))
        }
    }

    @Test func nothingIsSentBeyondTheDeadline() throws {
        var machine = try machine()
        #expect(machine.attemptRefused(retryAfter: .seconds(2), left: .seconds(2)) == .expire)
        #expect(machine.attemptRefused(retryAfter: .seconds(2), left: .seconds(-1)) == .expire)
        #expect(
            machine.attemptRefused(retryAfter: .seconds(2), left: .milliseconds(2001))
                == .retry(after: .seconds(2)))
    }

    @Test func theReserveIsUsedUpAndFilledByTenths() {
        var reserve = RetryReserve(2)
        let taken = (0..<3).map { _ in reserve.takeRetry() }
        #expect(taken == [true, true, false])
        for _ in 0..<9 { reserve.requestSucceeded() }
        let tooEarly = reserve.takeRetry()
        reserve.requestSucceeded()
        let inTime = reserve.takeRetry()
        #expect(!tooEarly && inTime)
        for _ in 0..<1000 { reserve.requestSucceeded() }
        #expect(reserve == RetryReserve(2))
    }

    @Test(arguments: [(Int.min, false), (-1, false), (0, false), (1, true), (Int.max, true)])
    func anyReserveIsPossible(retries: Int, canRetry: Bool) {
        var reserve = RetryReserve(retries)
        let isTaken = reserve.takeRetry()
        #expect(isTaken == canRetry)
    }
}
