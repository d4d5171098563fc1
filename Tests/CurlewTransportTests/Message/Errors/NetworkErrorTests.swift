import Foundation
import Testing

@testable import CurlewTransport

struct NetworkErrorTests {
    private static let full = NetworkError(.connectionLost, "the connection broke").updating {
        $0.request = "GET https://h/a?<redacted>"
        $0.endpoint = "GET /a"
        $0.attempts = 3
    }

    @Test func aTransportSetsItsDetails() {
        var metrics = TransferMetrics()
        metrics.total = .seconds(1)
        let error = NetworkError(
            .fileFailed, "", phase: .idle, mayHaveBeenProcessed: true, errno: 13, metrics: metrics)
        #expect(error.phase == .idle)
        #expect(error.mayHaveBeenProcessed == true)
        #expect(error.errno == 13)
        #expect(error.metrics?.total == .seconds(1))
        let plain = NetworkError(.other, "")
        #expect(plain.phase == nil && plain.mayHaveBeenProcessed == nil && plain.errno == nil)
    }

    @Test func readsWell() {
        #expect("\(NetworkError(.cannotResolve, "no address for h"))" == "cannotResolve: no address for h")
        #expect(
            "\(Self.full)"
                == "connectionLost: the connection broke (GET https://h/a?<redacted>, endpoint GET /a, 3 attempts)"
        )
        #expect(
            "\(NetworkError.timedOut(.head, after: .milliseconds(1500)))"
                == "timedOut: no response arrived within 1.5 s")
    }

    @Test func anEmptyNameOfAnEndpointIsNotMentioned() {
        let error = NetworkError(.cannotConnect, "refused").updating { $0.endpoint = "" }
        #expect("\(error)" == "cannotConnect: refused")
    }

    @Test func readsLikeAnyError() {
        let error: any Error = Self.full
        #expect(error.localizedDescription == Self.full.description)
        #expect("\(error)" == Self.full.description)
        #expect(String(reflecting: error) == Self.full.description)
    }

    @Test func showsNoSecretOfWhatItHolds() {
        struct Leaky: Error { let password = "s3cret" }
        let error = NetworkError(.other, "it failed", underlying: Leaky()).updating {
            $0.response = HTTPResponse(status: 401, fields: ["Set-Cookie": "s3cret"])
            $0.bodyPrefix = Data("s3cret".utf8)
        }
        let asAny: any Error = error
        for text in ["\(error)", String(reflecting: error), asAny.localizedDescription] {
            #expect(!text.contains("s3cret"))
        }
    }

    @Test func isCaughtByItsCode() {
        func fail(_ code: NetworkError.Code) throws(NetworkError) { throw NetworkError(code, "x") }
        func caught(_ code: NetworkError.Code) -> String {
            do {
                try fail(code)
                return "nothing"
            } catch NetworkError.Code.timedOut {
                return "timeout"
            } catch NetworkError.Code.cancelled {
                return "cancel"
            } catch {
                return "\(error.code)"
            }
        }
        #expect(caught(.timedOut) == "timeout")
        #expect(caught(.cancelled) == "cancel")
        #expect(caught(.closed) == "closed")
    }

    @Test func isCaughtByItsCodeAmongOtherErrors() {
        struct Odd: Error {}
        func fail(_ failure: any Error) throws { throw failure }
        func caught(_ failure: any Error) -> String {
            do {
                try fail(failure)
                return "nothing"
            } catch NetworkError.Code.timedOut {
                return "timeout"
            } catch {
                return "other"
            }
        }
        #expect(caught(NetworkError(.timedOut, "x")) == "timeout")
        #expect(caught(NetworkError(.closed, "x")) == "other")
        #expect(caught(Odd()) == "other")
    }

    @Test func matchesInASwitch() {
        switch NetworkError(.closed, "x").code {
        case .timedOut: Issue.record("not a timeout")
        case .closed: break
        default: Issue.record("not something else")
        }
    }

    @Test func codesHaveStableNames() throws {
        #expect(NetworkError.Code.allCases.count == 31)
        #expect(Set(NetworkError.Code.allCases).count == 31)
        for code in NetworkError.Code.allCases {
            #expect(NetworkError.Code(rawValue: code.rawValue) == code)
            #expect("\(code)" == code.rawValue)
        }
        #expect(NetworkError.Code(rawValue: "nonsense") == nil)
        #expect(NetworkError.Code.unacceptableStatus.rawValue == "unacceptableStatus")
    }

    @Test(arguments: NetworkError.Code.allCases)
    func faultsOfTheConnectionAndLimitsAreRetryable(code: NetworkError.Code) {
        let retryable: Set<NetworkError.Code> = [
            .cannotResolve, .cannotConnect, .timedOut, .connectionLost, .incompleteBody,
        ]
        #expect(NetworkError(code, "x").isRetryable == retryable.contains(code))
    }

    @Test(arguments: [
        (408, true), (425, true), (429, true), (500, true), (502, true), (503, true), (504, true),
        (400, false),
        (401, false), (404, false), (409, false), (501, false), (505, false), (304, false),
    ])
    func statusesThatPassAreRetryable(code: Int, isRetryable: Bool) {
        let error = NetworkError(.unacceptableStatus, "x").updating {
            $0.response = HTTPResponse(status: .init(code: code))
        }
        #expect(error.isRetryable == isRetryable)
    }

    @Test func wrapsOtherErrorsOnly() {
        struct Odd: Error {}
        #expect(NetworkError.wrapping(NetworkError(.closed, "x"), as: .other, "y").code == .closed)
        #expect(NetworkError.wrapping(CancellationError(), as: .other, "y").code == .cancelled)
        let wrapped = NetworkError.wrapping(Odd(), as: .other, "y")
        #expect(wrapped.code == .other)
        #expect(wrapped.message == "y")
        #expect(wrapped.underlying is Odd)
    }

    @Test func copiesDoNotShareChanges() {
        let error = NetworkError(.closed, "x")
        var copy = error
        copy.update { $0.endpoint = "e" }
        #expect(error.endpoint == nil)
        #expect(copy.endpoint == "e")
    }

    @Test func saysWhichLimitPassed() {
        for phase in [Timeouts.Phase.connect, .head, .idle, .total] {
            let error = NetworkError.timedOut(phase, after: .seconds(1))
            #expect(error.code == .timedOut)
            #expect(error.phase == phase)
            #expect(error.message.hasSuffix("within 1 s"))
        }
    }

    @Test func keepsACopyOfTheBodysStart() {
        let error = NetworkError(.decodingFailed, "x").updating {
            $0.keepPrefix(of: Data(repeating: 1, count: 70_000))
        }
        #expect(error.bodyPrefix == Data(repeating: 1, count: 65536))
    }
}
