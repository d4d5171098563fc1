import Curlew
import CurlewTesting
import Foundation
import Testing

/// The limits of requests over a script, on a test clock.
@Suite(.timeLimit(.minutes(5)))
struct ScriptedLimitTests {
    private static let url = "http://h/"

    private static func outcome(
        _ timeouts: Timeouts, _ transport: ScriptedTransport, clock: TestClock = TestClock()
    ) async throws -> (NetworkError?, Duration) {
        let request = try HTTPRequest(url: url, timeouts: timeouts)
        return await clock.run {
            do {
                _ = try await transport.send(request).body.collect(upTo: 1 << 20)
                return (nil, clock.elapsed)
            } catch {
                return (error as? NetworkError, clock.elapsed)
            }
        }
    }

    @Test func theHeadLimitPassesWhileTheScriptWaits() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { _ in
            try await clock.sleep(for: .seconds(31))
            return .json("{}")
        }
        let (error, elapsed) = try await Self.outcome(Timeouts(), transport, clock: clock)
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .head)
        #expect(elapsed == .seconds(30))
    }

    @Test func aResponseWithinTheLimitArrives() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { _ in
            try await clock.sleep(for: .seconds(29))
            return .json("{}")
        }
        let (error, elapsed) = try await Self.outcome(Timeouts(), transport, clock: clock)
        #expect(error == nil)
        #expect(elapsed == .seconds(29))
    }

    @Test func theConnectLimitPassesWhileConnecting() async throws {
        let transport = ScriptedTransport(connectDelay: .seconds(6)) { _ in .json("{}") }
        let (error, elapsed) = try await Self.outcome(Timeouts(connect: .seconds(5)), transport)
        #expect(error?.phase == .connect)
        #expect(elapsed == .seconds(5))
        let (none, later) = try await Self.outcome(Timeouts(connect: .seconds(7)), transport)
        #expect(none == nil)
        #expect(later == .seconds(6))
    }

    @Test func theIdleLimitPassesBetweenChunks() async throws {
        let steps: [BodyStep] = [
            .chunk("a"), .wait(.seconds(59)), .chunk("b"), .wait(.seconds(61)), .chunk("c"),
        ]
        let transport = ScriptedTransport { _ in HTTPResponse(status: 200, body: .scripted(steps)) }
        let (error, elapsed) = try await Self.outcome(Timeouts(), transport)
        #expect(error?.phase == .idle)
        #expect(elapsed == .seconds(119))
    }

    @Test func theReadersPauseIsNotIdleTime() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: 200, body: .scripted([.chunk("a"), .wait(.seconds(30)), .chunk("b")]))
        }
        let request = try HTTPRequest(url: Self.url)
        let text = try await clock.run {
            var text = Data()
            for try await chunk in try await transport.send(request).body {
                text += chunk
                try await clock.sleep(for: .seconds(500))
            }
            return text
        }
        #expect(text == Data("ab".utf8))
    }

    @Test func theReadersPauseCountsTowardsTheTotalLimit() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: 200, body: .scripted([.chunk("a"), .chunk("b")]))
        }
        let request = try HTTPRequest(url: Self.url, timeouts: Timeouts(total: .seconds(100)))
        let error = await #expect(throws: NetworkError.self) {
            try await clock.run {
                for try await _ in try await transport.send(request).body {
                    try await clock.sleep(for: .seconds(101))
                }
            }
        }
        #expect(error?.phase == .total)
    }

    @Test func theTotalLimitCoversTheBody() async throws {
        let steps = [BodyStep](repeating: .wait(.seconds(30)), count: 10) + [.chunk("x")]
        let chunks = steps.flatMap { [$0, .chunk("y")] }
        let transport = ScriptedTransport { _ in HTTPResponse(status: 200, body: .scripted(chunks)) }
        let (error, elapsed) = try await Self.outcome(Timeouts(total: .seconds(100)), transport)
        #expect(error?.phase == .total)
        #expect(elapsed == .seconds(100))
    }

    @Test func aStalledBodyEndsByItsLimit() async throws {
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: 200, body: .scripted([.chunk("a"), .stall]))
        }
        let (error, elapsed) = try await Self.outcome(Timeouts(), transport)
        #expect(error?.phase == .idle)
        #expect(elapsed == .seconds(60))
    }

    @Test func aStallWithoutALimitFailsInsteadOfHanging() async throws {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 200, body: .scripted([.stall])) }
        let (error, _) = try await Self.outcome(Timeouts(head: nil, idle: nil), transport)
        #expect(error?.code == .other)
        #expect(error?.message.contains("set a limit") == true)
    }

    @Test func aResetComesAfterItsBytes() async throws {
        let body = ResponseBody.scripted([.chunk("abc"), .chunk("de"), .reset])
        var iterator = body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("abc".utf8))
        #expect(try await iterator.next() == Data("de".utf8))
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .incompleteBody)
        #expect(error?.message == "the connection was reset after 5 bytes of the body")
        #expect(error?.mayHaveBeenProcessed == true)
    }

    @Test func aBodyFailsWithTheGivenError() async throws {
        let body = ResponseBody.scripted([.fail(NetworkError(.contentDecodingFailed, "bad gzip"))])
        let error = await #expect(throws: NetworkError.self) { try await body.collect(upTo: 9) }
        #expect(error?.code == .contentDecodingFailed)
    }

    @Test func aBodyThatWaitsOutsideOfRunSaysWhatToDo() async throws {
        let body = ResponseBody.scripted([.wait(.seconds(1))])
        let error = await #expect(throws: NetworkError.self) { try await body.collect(upTo: 9) }
        #expect(error?.message.contains("TestClock().run") == true)
    }
}
