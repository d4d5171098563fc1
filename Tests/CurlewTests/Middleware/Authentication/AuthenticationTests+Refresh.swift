import CurlewConformance
import CurlewTesting
import Foundation
import Testing

@testable import Curlew

// Tokens that are replaced.
extension AuthenticationTests {
    @Test func a401IsFollowedByOneAttemptWithAFreshToken() async throws {
        let transport = accepting("new")
        let auth = Authentication.refreshing(AccessToken("old")) { old in
            AccessToken(old?.value == "old" ? "new" : "?")
        }
        let client = client(transport, auth)
        _ = try await client.send(.post("/a", body: .data(Data("body".utf8))) as Endpoint<Data>)
        #expect(sent(transport) == ["Bearer old", "Bearer new"])
        #expect(transport.requests.allSatisfy { $0.method == .post && $0.body?.data == Data("body".utf8) })
        _ = try await client.send(get)
        #expect(sent(transport).last == "Bearer new")
        #expect(transport.requests.count == 3)
    }

    @Test func aSecond401IsTheResponse() async throws {
        let transport = accepting("never")
        let client = client(transport, .refreshing { _ in AccessToken("t") })
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.response?.status == 401)
        #expect(error?.attempts == 2)
        #expect(transport.requests.count == 2)
    }

    @Test func aBodyThatCannotBeReplayedGetsThe401AndTheNextRequestAFreshToken() async throws {
        let transport = accepting("new")
        let client = client(transport, .refreshing(AccessToken("old")) { _ in AccessToken("new") })
        let chunks = AsyncStream<Data> { $0.finish() }
        let stream = Endpoint<Data>.post("/a", body: .stream(chunks))
        #expect(try await client.withResponse(to: stream) { $0.status } == 401)
        #expect(transport.requests.count == 1)
        _ = try await client.send(get)
        #expect(sent(transport) == ["Bearer old", "Bearer new"])
    }

    @Test func aLifetimeIsCountedByTheClientsClock() async throws {
        let (transport, clock) = (succeeding, TestClock())
        let count = Lock(0)
        let auth = Authentication.refreshing(AccessToken("0", lifetime: .seconds(3600))) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return AccessToken("\(number)", lifetime: .seconds(3600))
        }
        let client = client(transport, auth, clock: clock.clock)
        for delay in [0, 3599, 1, 3599, 1] as [Int64] {
            clock.advance(by: .seconds(delay))
            _ = try await client.send(get)
        }
        #expect(sent(transport) == ["Bearer 0", "Bearer 0", "Bearer 1", "Bearer 1", "Bearer 2"])
    }

    @Test func hundredRequestsWithAnExpiredTokenRefreshOnce() async throws {
        let count = Lock(0)
        let transport = accepting("1")
        let auth = Authentication.refreshing(AccessToken("0", lifetime: .zero)) { _ in
            count.withLock { $0 += 1 }
            await Task.yield()
            return AccessToken("1")
        }
        let client = client(transport, auth)
        let succeeded = await atOnce(100) { (try? await client.send(get)) != nil }
        #expect(succeeded == Array(repeating: true, count: 100))
        #expect(count.withLock { $0 } == 1)
        #expect(transport.requests.count == 100)
    }

    @Test func hundredRequestsWhoseTokenIsRefusedRefreshOnce() async throws {
        let count = Lock(0)
        let transport = accepting("1")
        let auth = Authentication.refreshing(AccessToken("0")) { _ in
            count.withLock { $0 += 1 }
            await Task.yield()
            return AccessToken("1")
        }
        let client = client(transport, auth)
        let succeeded = await atOnce(100) { (try? await client.send(get)) != nil }
        #expect(succeeded == Array(repeating: true, count: 100))
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aRefreshThatFailsFailsAllWithItsError() async throws {
        struct Odd: Error {}
        let door = Door()
        let transport = succeeding
        let client = client(
            transport,
            .refreshing { _ in
                await door.wait()
                throw Odd()
            })
        async let results = atOnce(100) { await client.result(of: get) }
        await door.open()
        for result in await results {
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == .middlewareFailed)
            #expect(error?.underlying is Odd)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func aNetworkErrorOfTheRefreshStaysItself() async throws {
        let login = Client(
            baseURL: "http://login", transport: ScriptedTransport { _ in HTTPResponse(status: 503) })
        let client = client(
            succeeding, .refreshing { _ in AccessToken(try await login.send(Endpoint<String>.get("/token"))) }
        )
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.endpoint == "GET /token")
    }

    @Test func aCancelledWaiterDoesNotCancelTheRefreshOfTheOthers() async throws {
        let door = Door()
        let client = client(
            accepting("1"),
            .refreshing { _ in
                await door.wait()
                try Task.checkCancellation()
                return AccessToken("1")
            })
        // The first starts the refresh.
        let first = Task { await client.result(of: get) }
        await door.waitForAWaiter()
        let others = Task { await atOnce(10) { (try? await client.send(get)) != nil } }
        first.cancel()
        let error = await #expect(throws: NetworkError.self) { try await first.value.get() }
        #expect(error?.code == .cancelled)
        await door.open()
        #expect(await others.value == Array(repeating: true, count: 10))
    }

    @Test func theRefreshCanUseTheSameClient() async throws {
        let box = Lock<Client?>(nil)
        let transport = ScriptedTransport { request in
            request.path == "/api/token"
                ? HTTPResponse(status: 200, body: .data(Data("t".utf8))) : HTTPResponse(status: 200)
        }
        let client = client(
            transport,
            .refreshing { _ in
                let client = try #require(box.withLock { $0 })
                return AccessToken(try await client.send(Endpoint<String>.get("/token")))
            })
        box.withLock { $0 = client }
        _ = try await client.send(get)
        #expect(sent(transport) == [nil, "Bearer t"])
        box.withLock { $0 = nil }
    }

    @Test func twoRefreshesThatNeedEachOtherEnd() async throws {
        let clients = CrossedClients()
        _ = try await clients.result(of: "first").get()
        // The first's refresh sends with the second, whose refresh sends with the first.
        #expect(clients.sent(to: "first") == [nil, "Bearer first"])
        #expect(clients.sent(to: "second") == ["Bearer second"])
        clients.part()
    }

    @Test func twoRefreshesThatNeedEachOtherAndBeginAtOnceEnd() async throws {
        let clients = CrossedClients(areAtOnce: true)
        async let first = clients.result(of: "first")
        async let second = clients.result(of: "second")
        _ = try await (first.get(), second.get())
        #expect(clients.sent(to: "first").last == "Bearer first")
        #expect(clients.sent(to: "second").last == "Bearer second")
        clients.part()
    }

    @Test func whatARefreshLeavesRunningGetsTheTokenInUse() async throws {
        let box = Lock<Client?>(nil)
        let left = Lock<Task<Bool, Never>?>(nil)
        let (transport, door) = (accepting("t"), Door())
        let client = client(
            transport,
            .refreshing { _ in
                let client = try #require(box.withLock { $0 })
                let task = Task {
                    await door.wait()
                    return (try? await client.send(Endpoint<Data>.get("/a"))) != nil
                }
                left.withLock { $0 = task }
                return AccessToken("t")
            })
        box.withLock { $0 = client }
        _ = try await client.send(get)
        await door.open()
        #expect(await left.withLock { $0 }?.value == true)
        #expect(sent(transport) == ["Bearer t", "Bearer t"])
        box.withLock { $0 = nil }
    }

    @Test func clientsCanShareAToken() async throws {
        let count = Lock(0)
        let auth = Authentication.refreshing { _ in
            AccessToken(
                count.withLock { count in
                    count += 1
                    return "\(count)"
                })
        }
        let (one, two) = (succeeding, succeeding)
        _ = try await client(one, auth).send(get)
        _ = try await client(two, auth).send(get)
        #expect(sent(one) + sent(two) == ["Bearer 1", "Bearer 1"])
    }
}

/// Runs the work `count` times at once.
private func atOnce<Value: Sendable>(
    _ count: Int, _ work: @escaping @Sendable () async -> Value
) async -> [Value] {
    await withTaskGroup(of: Value.self) { group in
        for _ in 0..<count { group.addTask { await work() } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
