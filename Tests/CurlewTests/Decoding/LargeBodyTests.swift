import CurlewTesting
import Dispatch
import Foundation
import Testing

@testable import Curlew

/// Where bodies are decoded.
@Suite(.timeLimit(.minutes(5)))
struct LargeBodyTests {
    /// An actor whose jobs run on a queue that code can recognise.
    private actor Home {
        final class Executor: SerialExecutor {
            private static let key = DispatchSpecificKey<Bool>()
            private let queue = DispatchQueue(label: "home")

            init() { queue.setSpecific(key: Self.key, value: true) }

            static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

            func enqueue(_ job: consuming ExecutorJob) {
                let job = UnownedJob(job)
                queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
            }
        }

        private let executor = Executor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        /// Sends an endpoint, and returns whether the actor still runs the code after it.
        func send<Output>(_ endpoint: Endpoint<Output>, by client: Client) async throws -> (Output, Bool) {
            let output = try await client.send(endpoint)
            return (output, Executor.isCurrent)
        }

        /// Reads the first value, and returns whether the actor still runs the code after it.
        func first<Values: AsyncSequence>(of values: Values) async throws -> (Bool?, Bool)
        where Values.Element == Bool {
            var iterator = values.makeAsyncIterator()
            let value = try await iterator.next(isolation: self)
            return (value, Executor.isCurrent)
        }

        /// Sends an endpoint whose decoder waits until this actor has run something else.
        func sendWhileRunning(_ client: Client, _ signal: DispatchSemaphore) async throws -> Bool {
            Task { signal.signal() }
            return try await client.send(Endpoint<Bool>.get("/"))
        }
    }

    /// Decodes into whether it runs on the actor's queue.
    private struct PlaceDecoder: BodyDecoder {
        var accept: String { "text/plain" }
        func accepts(mediaType: String) -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            guard let value = Home.Executor.isCurrent as? Value else { throw NetworkError(.other, "odd") }
            return value
        }
    }

    /// Decodes into whether a semaphore was signalled meanwhile.
    private struct WaitingDecoder: BodyDecoder {
        let signal: DispatchSemaphore
        var accept: String { "text/plain" }
        func accepts(mediaType: String) -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            let wasSignalled = signal.wait(timeout: .now() + 240) == .success
            guard let value = wasSignalled as? Value else { throw NetworkError(.other, "odd") }
            return value
        }
    }

    private func client(bytes: Int, _ decoder: some BodyDecoder = PlaceDecoder()) -> Client {
        Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in
                HTTPResponse(status: 200, body: .data(Data(repeating: 0x20, count: bytes - 1) + [0x7B]))
            }, configuration: .init(decoder: decoder))
    }

    @Test(arguments: [(1, true), (32 * 1024, true), (32 * 1024 + 1, false), (1 << 20, false)])
    func largeBodiesAreDecodedOffTheActorOfTheCaller(bytes: Int, isInPlace: Bool) async throws {
        let home = Home()
        let client = client(bytes: bytes)
        let own = ResponseDecoder<Bool> { _, _ in Home.Executor.isCurrent }
        let endpoints: [Endpoint<Bool>] = [
            .get("/"), Endpoint(.get, "/", decoder: own),
            Endpoint(.get, "/", decoder: .decoded(by: PlaceDecoder())),
        ]
        for endpoint in endpoints {
            let (wasOnActor, isBack) = try await home.send(endpoint, by: client)
            #expect(wasOnActor == isInPlace)
            #expect(isBack)
        }
        let (optional, _) = try await home.send(Endpoint<Bool?>.get("/"), by: client)
        #expect(optional == isInPlace)
        let (fresh, _) = try await home.send(endpoints[0].ifNoneMatch(#""1""#), by: client)
        #expect(fresh == isInPlace)
    }

    @Test func theActorOfTheCallerRunsOtherCodeMeanwhile() async throws {
        let signal = DispatchSemaphore(value: 0)
        let client = client(bytes: 100_000, WaitingDecoder(signal: signal))
        #expect(try await Home().sendWhileRunning(client, signal))
    }

    @Test @MainActor func theMainActorRunsOtherCodeMeanwhile() async throws {
        let signal = DispatchSemaphore(value: 0)
        let client = client(bytes: 100_000, WaitingDecoder(signal: signal))
        Task { @MainActor in signal.signal() }
        #expect(try await client.send(Endpoint<Bool>.get("/")))
    }

    @Test func leavesAPreferredExecutorToo() async throws {
        let queue = PreferredQueue()
        let client = client(bytes: 100_000)
        let own = ResponseDecoder<Bool> { _, _ in PreferredQueue.isCurrent }
        let (isPreferred, isInPlace) = try await withTaskExecutorPreference(queue) {
            (try await client.send(Endpoint(.get, "/", decoder: own)), PreferredQueue.isCurrent)
        }
        #expect(!isPreferred)
        #expect(isInPlace)
    }

    private final class PreferredQueue: TaskExecutor {
        private static let key = DispatchSpecificKey<Bool>()
        private let queue = DispatchQueue(label: "preferred")

        init() { queue.setSpecific(key: Self.key, value: true) }

        static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test func errorsOfALargeBodyAreThoseOfASmallOne() async throws {
        struct Odd: Error {}
        let own = ResponseDecoder<Int> { _, _ in throw Odd() }
        for bytes in [10, 100_000] {
            let client = client(bytes: bytes, JSONDecoder())
            let error = await #expect(throws: NetworkError.self) {
                try await client.send(Endpoint<[Int]>.get("/"))
            }
            #expect(error?.code == .decodingFailed)
            #expect(error?.underlying is DecodingError)
            #expect(error?.bodyPrefix?.count == min(bytes, 65536))
            let odd = await #expect(throws: NetworkError.self) {
                try await client.send(Endpoint(.get, "/", decoder: own))
            }
            #expect(odd?.underlying is Odd)
        }
    }

    @Test func taskLocalValuesReachTheDecoder() async throws {
        let own = ResponseDecoder<String?> { _, _ in TraceContext.current?.traceparent }
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let value = try await TraceContext.$current.withValue(TraceContext(traceparent: text)) {
            try await client(bytes: 100_000).send(Endpoint(.get, "/", decoder: own))
        }
        #expect(value == text)
    }

    private func stream(
        _ text: String, _ type: String, _ decoder: some BodyDecoder = PlaceDecoder()
    ) -> Client {
        Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in
                HTTPResponse(status: 200, fields: [.contentType: type], body: .data(Data(text.utf8)))
            }, configuration: .init(decoder: decoder))
    }

    @Test(arguments: [(1, true), (32 * 1024, true), (32 * 1024 + 1, false), (1_000_000, false)])
    func largeEventsAndLinesAreDecodedOffTheActorOfTheCaller(bytes: Int, isInPlace: Bool) async throws {
        let home = Home()
        let get = Endpoint<Void>.get("/")
        let value = String(repeating: "x", count: bytes)
        let events = stream("data: \(value)\n\n", "text/event-stream").events(of: Bool.self, from: get)
        let lines = stream("\(value)\n", "text/plain").jsonLines(of: Bool.self, from: get)
        for (wasOnActor, isBack) in [try await home.first(of: events), try await home.first(of: lines)] {
            #expect(wasOnActor == isInPlace)
            #expect(isBack)
        }
    }

    @Test func errorsOfALargeEventOrLineAreThoseOfASmallOne() async throws {
        struct Failure: Decodable { var message: String }
        for bytes in [1, 100_000] {
            let data = #"{"message":"\#(String(repeating: "x", count: bytes))"}"#
            for failureBody in [nil, Failure.self] as [(any (Decodable & Sendable).Type)?] {
                let get = Endpoint<Void>.get("/").with { $0.options.failureBody = failureBody }
                let event = await #expect(throws: NetworkError.self) {
                    let client = stream("data: \(data)\n\n", "text/event-stream", JSONDecoder())
                    for try await _ in client.events(of: Bool.self, from: get) {}
                }
                let line = await #expect(throws: NetworkError.self) {
                    let client = stream("\(data)\n", "application/jsonl", JSONDecoder())
                    for try await _ in client.jsonLines(of: Bool.self, from: get) {}
                }
                let code: NetworkError.Code = failureBody == nil ? .decodingFailed : .failureReported
                #expect(event?.code == code && line?.code == code)
                #expect(event?.message.hasPrefix("event 1 ") == true)
                #expect(line?.message.hasPrefix("line 1 ") == true)
            }
        }
    }
}
