import CurlewTesting
import Testing

@testable import Curlew

// The total limit and cancellation.
extension AuthenticationTests {
    @Test func theTotalLimitAppliesToACustomOneThatNeverReturns() async throws {
        let transport = succeeding
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        defer { continuation.finish() }
        let stuck = Authentication.custom { _ in
            // The waiting task's cancellation does not reach this one.
            await Task.detached { for await _ in stream {} }.value
        }
        let client = client(transport, stuck, timeouts: .total(.milliseconds(50)))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(transport.requests.isEmpty)
    }

    @Test func aCustomOneWithinTheLimitIsAsWithoutOne() async throws {
        struct Odd: Error {}
        let transport = succeeding
        let timeouts = Timeouts.total(.seconds(60))
        _ = try await client(transport, .custom { $0.fields["X-A"] = "1" }, timeouts: timeouts).send(get)
        #expect(transport.requests[0].fields["X-A"] == "1")
        let failing = client(transport, .custom { _ in throw Odd() }, timeouts: timeouts)
        let error = await #expect(throws: NetworkError.self) { try await failing.send(get) }
        #expect(error?.code == .middlewareFailed)
        #expect(error?.underlying is Odd)
    }

    @Test func aCustomOneIsCancelledWithItsRequest() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let waiting = Authentication.custom { _ in
            continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        let client = client(succeeding, waiting, timeouts: .total(.seconds(3600)))
        let task = Task { try await client.send(get) }
        _ = await started.first { _ in true }
        task.cancel()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func theTotalLimitIsCountedByTheClientsClock() async throws {
        let door = Door()
        let kinds: [Authentication] = [
            .custom { _ in await door.wait() },
            .refreshing { _ in
                await door.wait()
                return AccessToken("1")
            },
        ]
        for auth in kinds {
            let clock = TestClock()
            let client = client(succeeding, auth, timeouts: .total(.seconds(3600)), clock: clock.clock)
            let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
            #expect(error?.code == .timedOut && error?.phase == .total)
            #expect(clock.waits == [.seconds(3600)])
        }
        await door.open()
    }

    @Test func aTotalLimitTooLargeForTheClockIsIgnored() async throws {
        let transport = succeeding
        let auth = Authentication.refreshing { _ in AccessToken("1") }
        let client = client(transport, auth, timeouts: .total(.seconds(Int64.max)))
        _ = try await client.send(get)
        #expect(sent(transport) == ["Bearer 1"])
        #expect(Timeouts.total(.seconds(Int64.max)).deadline(from: .system) == nil)
    }

    @Test func aTaskThatIsCancelledBeforeItWaitsIsCancelled() async throws {
        let door = Door()
        let client = client(
            succeeding,
            .refreshing { _ in
                await door.wait()
                return AccessToken("1")
            })
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await client.result(of: get)
        }
        let error = await #expect(throws: NetworkError.self) { try await task.value.get() }
        #expect(error?.code == .cancelled)
        await door.open()
    }

    @Test func theTotalLimitAppliesToTheRefresh() async throws {
        let door = Door()
        let transport = succeeding
        let client = client(
            transport,
            .refreshing { _ in
                await door.wait()
                return AccessToken("1")
            }, timeouts: .total(.milliseconds(50)))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(error?.message.hasSuffix("within 50 ms") == true)
        #expect(transport.requests.isEmpty)
        await door.open()
        _ = try await client.send(get.with { $0.options.timeouts = .init(total: Timeouts.unlimited) })
    }
}
