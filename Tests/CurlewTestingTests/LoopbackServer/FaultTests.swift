import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

/// The faults of routes, as a client sees them.
@Suite(.timeLimit(.minutes(5)))
struct FaultTests {
    private static func outcome(
        _ fault: LoopbackServer.Fault, _ timeouts: Timeouts = Timeouts(), method: HTTPRequest.Method = .get
    ) async throws -> Result<String, NetworkError> {
        let server = try LoopbackServer(routes: [
            .init(nil, "/x/*", fault: fault) { _ in .text("0123456789") }
        ])
        let request = try HTTPRequest(method: method, url: "\(server.url)/x/1", timeouts: timeouts)
        do throws(NetworkError) {
            let data = try await LibcurlTransport().send(request).body.collect(upTo: 1000)
            return .success(String(decoding: data, as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    @Test func aDelayedOrDrippingResponseIsComplete() async throws {
        #expect(try await Self.outcome(.delay(.milliseconds(1))).get() == "0123456789")
        #expect(try await Self.outcome(.drip(3, every: .milliseconds(1))).get() == "0123456789")
        #expect(try await Self.outcome(.drip(0, every: .zero)).get() == "0123456789")
    }

    @Test func aBodyThatBreaksOffIsIncomplete() async throws {
        for fault in [LoopbackServer.Fault.truncate(after: 4), .truncate(after: 0), .reset(after: 4)] {
            #expect(try await Self.outcome(fault).failure?.code == .incompleteBody)
        }
    }

    @Test func garbageIsNoResponse() async throws {
        let failure = try await Self.outcome(.garbage()).failure
        #expect(failure?.code == .protocolViolation)
    }

    @Test func anEndlessBodyIsTooLarge() async throws {
        #expect(try await Self.outcome(.endless).failure?.code == .bodyTooLarge)
    }

    @Test func aLengthThatIsTooLargeEndsByTheIdleLimit() async throws {
        let timeouts = Timeouts(idle: .milliseconds(200))
        #expect(try await Self.outcome(.wrongLength(by: 1), timeouts).failure?.phase == .idle)
        #expect(try await Self.outcome(.wrongLength(by: -4), timeouts).get() == "012345")
    }

    @Test func silenceEndsByTheHeadLimit() async throws {
        let timeouts = Timeouts(head: .milliseconds(200))
        #expect(try await Self.outcome(.silence, timeouts).failure?.phase == .head)
        #expect(try await Self.outcome(.delay(.seconds(60)), timeouts).failure?.phase == .head)
    }

    @Test func aResponseToHEADHasNoBody() async throws {
        for fault in [LoopbackServer.Fault.truncate(after: 4), .drip(every: .zero), .endless] {
            #expect(try await Self.outcome(fault, method: .head).get() == "")
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
