import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Synchronization
import Testing

/// A clock for tests, used as a program outside this package uses it.
@Suite(.timeLimit(.minutes(5)))
struct TestClockTests {
    @Test func waitingTakesNoTime() async throws {
        let clock = TestClock()
        let start = clock.date
        try await clock.run { try await clock.sleep(for: .seconds(86_400)) }
        #expect(clock.elapsed == .seconds(86_400))
        #expect(clock.date == start.addingTimeInterval(86_400))
    }

    @Test func childTasksWaitInTheOrderOfTheirMoments() async throws {
        let clock = TestClock()
        let log = Log()
        try await clock.run {
            try await withThrowingTaskGroup { group in
                for seconds in [5, 1, 4, 2, 3] {
                    group.addTask {
                        try await clock.sleep(for: .seconds(seconds))
                        log.append("\(seconds) at \(clock.elapsed)")
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(log.lines == (1...5).map { "\($0) at \(Double($0)) seconds" })
    }

    @Test func whatIsDueBeforeTheMomentOfASleepHappensFirst() async throws {
        let clock = TestClock()
        let log = Log()
        try await clock.run {
            async let ticks: Void = {
                for _ in 1...3 {
                    try await clock.sleep(for: .seconds(1))
                    log.append("tick")
                }
            }()
            try await clock.sleep(for: .milliseconds(2500))
            log.append("awake")
            try await ticks
        }
        #expect(log.lines == ["tick", "tick", "awake", "tick"])
    }

    @Test func advancingResumesWaitersAndMovesTheDate() async throws {
        let clock = TestClock()
        clock.advance(by: .seconds(60))
        #expect(clock.elapsed == .seconds(60))
        try await clock.run {
            async let waiter: Void = clock.sleep(for: .seconds(10))
            await Task.yield()
            clock.advance(by: .seconds(100))
            try await waiter
        }
        #expect(clock.elapsed == .seconds(160))
    }

    @Test func aTaskWithItsExecutorWaitsToo() async throws {
        let clock = TestClock()
        try await clock.run {
            try await Task(executorPreference: clock.executor) {
                try await clock.sleep(for: .seconds(7))
            }.value
        }
        #expect(clock.elapsed == .seconds(7))
    }

    @Test func waitingOutsideOfRunFailsAndSaysWhatToDo() async throws {
        let clock = TestClock()
        let error = await #expect(throws: NetworkError.self) { try await clock.sleep(for: .seconds(1)) }
        #expect(error?.message.contains("put the test into `clock.run { }`") == true)
        await #expect(throws: NetworkError.self) {
            try await clock.run { try await Task { try await clock.sleep(for: .seconds(1)) }.value }
        }
    }

    @Test func aTaskOfWhichTheClockDoesNotKnowHasNoClock() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport([.json("1"), .json("2").delayed(by: .seconds(1))])
        let client = Client(baseURL: "http://h", transport: transport)
        try await clock.run {
            let value = try await Task { try await client.send(Endpoint<Int>.get("/")) }.value
            #expect(value == 1)
            await #expect(throws: NetworkError.self) {
                try await Task { try await client.send(Endpoint<Int>.get("/")) }.value
            }
        }
    }

    @Test func retriesOverARealServerWaitOnTheClock() async throws {
        let server = try LoopbackServer(replies: [
            .send("HTTP/1.1 503 Busy\r\nRetry-After: 50\r\nContent-Length: 0\r\n\r\n"),
            .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n7"),
        ])
        let clock = TestClock()
        let client = Client(
            baseURL: server.url, transport: .libcurl,
            configuration: .init(retries: RetryPolicy(), clock: clock.client))
        let value = try await clock.run { try await client.send(Endpoint<Int>.get("/")) }
        #expect(value == 7)
        #expect(clock.elapsed == .seconds(50))
    }

    @Test func aCancelledTaskStopsWaiting() async throws {
        let clock = TestClock()
        try await clock.run {
            let sleeper = Task(executorPreference: clock.executor) {
                try await clock.sleep(for: .seconds(100))
            }
            try await clock.sleep(for: .seconds(1))
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
            sleeper.cancel()
        }
        #expect(clock.elapsed == .seconds(1))
    }

    @Test func runsFromAnActorAndReturnsItsValue() async throws {
        let value = try await Task { @MainActor in
            let clock = TestClock()
            return try await clock.run {
                try await clock.sleep(for: .seconds(2))
                return clock.elapsed
            }
        }.value
        #expect(value == .seconds(2))
    }

    @Test func manyClocksRunAtOnce() async throws {
        try await withThrowingTaskGroup { group in
            for count in 1...50 {
                group.addTask {
                    let clock = TestClock()
                    try await clock.run {
                        for _ in 1...count { try await clock.sleep(for: .seconds(1)) }
                    }
                    return clock.elapsed == .seconds(count)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}

/// Lines of several tasks, in order.
final class Log: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func append(_ line: String) {
        state.withLock { $0.append(line) }
    }
}
