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
        #expect(try machine().retries(.init(code: code)) == isRefused)
    }

    @Test(arguments: NetworkError.Code.allCases)
    func refusesFailuresOfTheConnection(code: NetworkError.Code) throws {
        let isRefused = [.cannotResolve, .cannotConnect, .connectionLost, .incompleteBody].contains(code)
        #expect(try machine().retries(NetworkError(code, "")) == isRefused)
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "POST", "PATCH", "FOO"])
    func onlyIdempotentMethodsAreRetriedAfterAResponse(name: String) throws {
        let isIdempotent = !["POST", "PATCH", "FOO"].contains(name)
        let machine = try machine(.init(rawValue: name))
        #expect(machine.retries(503) == isIdempotent)
        #expect(machine.retries(NetworkError(.connectionLost, "")) == isIdempotent)
    }

    @Test func anyMethodIsResentIfTheRequestWasNotSent() throws {
        let machine = try machine(.post, body: .data(Data("a".utf8)))
        let unsent = NetworkError(.connectionLost, "").updating { $0.mayHaveBeenProcessed = false }
        let sent = NetworkError(.connectionLost, "").updating { $0.mayHaveBeenProcessed = true }
        #expect(machine.retries(NetworkError(.cannotResolve, "")))
        #expect(machine.retries(NetworkError(.cannotConnect, "")))
        #expect(machine.retries(unsent))
        #expect(!machine.retries(sent))
    }

    @Test func anIdempotencyKeyAllowsAResend() throws {
        let machine = try machine(.post, fields: ["idempotency-key": "1"])
        #expect(machine.retries(503))
        #expect(machine.retries(NetworkError(.connectionLost, "")))
    }

    @Test func anyMethodIsRepeatedWhenTheServerHasRefused() throws {
        let machine = try machine(.post, body: .data(Data("a".utf8)))
        #expect(machine.retries(429))
        #expect(!machine.retries(503, [.retryAfter: "1"]))
        let trusting = try self.machine(.post, policy: Self.policy { $0.trustsUnavailable = true })
        #expect(trusting.retries(503, [.retryAfter: "1"]))
        #expect(trusting.retries(503, [.retryAfter: "0"]))
        #expect(trusting.retries(503, [.retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"]))
        #expect(!trusting.retries(503))
        for invalid in ["", "soon", "-1", "1.5", "1 s"] {
            #expect(!trusting.retries(503, [.retryAfter: invalid]))
        }
        #expect(!trusting.retries(502, [.retryAfter: "1"]))
        let stream = try self.machine(.post, body: .stream(AsyncStream<Data> { $0.finish() }))
        #expect(!stream.retries(429))
    }

    @Test func aClosureDecides() throws {
        let asked = Lock<[(Int, Bool)]>([])
        var machine = try machine(
            .post,
            policy: Self.policy {
                $0.decide = { failure in
                    asked.withLock { $0.append((failure.count, failure.isRetriedByPolicy)) }
                    switch (failure.response?.status.code, failure.error?.code) {
                    case (403, _): return .retry(after: .seconds(9))
                    case (500, _): return .retry(after: nil)
                    case (429, _), (_, .cannotConnect?): return .stop
                    default: return .standard
                    }
                }
            })
        #expect(machine.delay(after: HTTPResponse(status: 403)) == .chosen(.seconds(9)))
        #expect(machine.delay(after: HTTPResponse(status: 500)) == .standard)
        #expect(machine.delay(after: HTTPResponse(status: 429)) == nil)
        #expect(machine.delay(after: HTTPResponse(status: 404)) == nil)
        #expect(machine.delay(after: NetworkError(.cannotConnect, "")) == nil)
        #expect(machine.delay(after: NetworkError(.cannotResolve, "")) == .standard)
        #expect(asked.withLock { $0.map(\.1) } == [false, false, true, false, true, true])
        // The closure is not called for these.
        #expect(machine.delay(after: HTTPResponse(status: 204)) == nil)
        #expect(machine.delay(after: NetworkError(.cancelled, "")) == nil)
        _ = machine.attemptRefused(retryAfter: nil, left: nil)
        _ = machine.delay(after: HTTPResponse(status: 404))
        #expect(asked.withLock { $0.map(\.0) } == [0, 0, 0, 0, 0, 0, 1])
        _ = machine.attemptRefused(retryAfter: nil, left: nil)
        #expect(machine.delay(after: HTTPResponse(status: 403)) == nil)
    }

    @Test func aChosenDelayIsKeptAsItIs() throws {
        var machine = try machine(policy: Self.policy { $0.maxDelay = .milliseconds(1) })
        let action = machine.attemptRefused(.chosen(.seconds(70)), retryAfter: .seconds(90), left: nil)
        #expect(action == .retry(after: .seconds(70)))
        let negative = machine.attemptRefused(.chosen(.seconds(-1)), retryAfter: nil, left: nil)
        #expect(negative == .retry(after: .zero))
        let late = machine.attemptRefused(.chosen(.seconds(3)), retryAfter: nil, left: .seconds(3))
        #expect(late == .expire)
    }

    @Test func theDefaultsAreTheStandardPolicy() {
        let policy = RetryPolicy(maxRetries: 4, baseDelay: .seconds(1), maxDelay: .seconds(8), budget: nil)
        #expect(policy.maxRetries == 4 && policy.budget == nil)
        #expect(policy.baseDelay == .seconds(1) && policy.maxDelay == .seconds(8))
        #expect(
            policy.statuses == RetryPolicy.standard.statuses && policy.codes == RetryPolicy.standard.codes)
        #expect(RetryPolicy.standard.maxRetries == 2 && RetryPolicy.standard.budget == 100)
    }

    @Test func aStreamIsNotResent() throws {
        let machine = try machine(.put, body: .stream(AsyncStream<Data> { $0.finish() }))
        #expect(!machine.retries(503))
        #expect(!machine.retries(NetworkError(.cannotConnect, "")))
    }

    @Test func statusesAndCodesAreChosenByValue() throws {
        let machine = try machine(
            policy: Self.policy {
                $0.statuses = [500]
                $0.codes = [.timedOut]
            })
        #expect(machine.retries(500) && !machine.retries(503))
        #expect(machine.retries(NetworkError(.timedOut, "")))
        #expect(!machine.retries(NetworkError(.cannotConnect, "")))
    }

    @Test func theLimitApplies() throws {
        var machine = try machine()
        for _ in 0..<2 {
            #expect(machine.retries(503))
            _ = machine.attemptRefused(retryAfter: nil, left: nil)
        }
        #expect(!machine.retries(503))
        #expect(!machine.retries(NetworkError(.cannotConnect, "")))
    }

    @Test func theDelayDoublesUpToTheLongest() throws {
        var machine = try machine(
            policy: Self.policy {
                $0.maxRetries = 100
                $0.baseDelay = .milliseconds(100)
                $0.maxDelay = .seconds(1)
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
                $0.maxRetries = 200
                $0.baseDelay = delay
                $0.maxDelay = Duration(attoseconds: .max)
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
}

// Whether the request is sent again.
extension RetryMachine {
    fileprivate func retries(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) -> Bool {
        delay(after: HTTPResponse(status: status, fields: fields)) != nil
    }

    fileprivate func retries(_ error: NetworkError) -> Bool { delay(after: error) != nil }

    fileprivate func delay(after response: HTTPResponse) -> Delay? {
        request.flatMap { delay(after: response, to: $0) }
    }

    fileprivate func delay(after error: NetworkError) -> Delay? {
        request.flatMap { delay(after: error, of: $0) }
    }

    /// Read only by a closure that decides.
    private var request: HTTPRequest? { try? HTTPRequest(url: "http://h/") }
}
