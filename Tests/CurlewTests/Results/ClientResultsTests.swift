import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct ClientResultsTests {
    /// Responds with the number in the path once its gate is open, and records what is in flight.
    private final class Server: Sendable {
        struct State {
            var started: [Int] = []
            var inFlight = 0
            var most = 0
            var cancelled: Set<Int> = []
        }

        private let state = Lock(State())
        private let changes: AsyncStream<Void>
        private let changed: AsyncStream<Void>.Continuation
        private let respond: @Sendable (Int) async throws -> HTTPResponse

        init(_ respond: @escaping @Sendable (Int) async throws -> HTTPResponse) {
            (changes, changed) = AsyncStream.makeStream()
            self.respond = respond
        }

        var value: State { state.withLock { $0 } }

        /// Waits until the state is as wanted; called by one task at a time.
        func wait(until isReached: (State) -> Bool) async {
            if isReached(value) { return }
            for await _ in changes where isReached(value) { return }
        }

        private func change(_ change: (inout State) -> Void) {
            state.withLock { change(&$0) }
            changed.yield()
        }

        var client: Client {
            let transport = ScriptedTransport { [self] request in
                let number = Int(request.path.dropFirst()) ?? -1
                change {
                    $0.started.append(number)
                    $0.inFlight += 1
                    $0.most = max($0.most, $0.inFlight)
                }
                defer { change { $0.inFlight -= 1 } }
                do {
                    return try await respond(number)
                } catch {
                    if error is CancellationError { change { $0.cancelled.insert(number) } }
                    throw error
                }
            }
            return Client(baseURL: "http://h", transport: transport)
        }
    }

    private static func endpoint(_ number: Int) -> Endpoint<Int> { .get("/\(number)") }

    private static let never: Duration = .seconds(100_000)

    @Test(arguments: [1, 3, 50])
    func returnsEveryResultOnceWithItsIndex(concurrency: Int) async throws {
        let server = Server { number in
            await Task.yield()
            return number % 5 == 0 ? HTTPResponse(status: 500) : .json("\(number)")
        }
        var indices: [Int] = []
        let results = server.client.results(of: (0..<40).map(Self.endpoint), concurrency: concurrency)
        for await (index, result) in results {
            indices.append(index)
            switch result {
            case .success(let number): #expect(number == index && index % 5 != 0)
            case .failure(let error):
                #expect(error.code == .unacceptableStatus && index % 5 == 0)
                #expect(error.endpoint == "GET /{}")
            }
        }
        #expect(indices.sorted() == Array(0..<40))
        #expect(server.value.most <= concurrency)
        if concurrency == 1 { #expect(indices == Array(0..<40)) }
    }

    @Test func reachesItsConcurrencyAndReturnsResultsInOrderOfCompletion() async throws {
        let gates = (0..<4).map { _ in Gate() }
        let server = Server { number in
            await gates[number].wait()
            return .json("\(number)")
        }
        var iterator = server.client.results(of: (0..<4).map(Self.endpoint), concurrency: 3)
            .makeAsyncIterator()
        #expect(server.value.started.isEmpty)
        let opening = Task {
            await server.wait { $0.inFlight == 3 }
            gates[2].open()
        }
        #expect(await iterator.next()?.index == 2)
        await opening.value
        #expect(server.value.started.sorted() == [0, 1, 2])
        gates[1].open()
        #expect(await iterator.next()?.index == 1)
        gates[3].open()
        #expect(await iterator.next()?.index == 3)
        gates[0].open()
        #expect(await iterator.next()?.index == 0)
        #expect(await iterator.next() == nil)
        #expect(await iterator.next() == nil)
    }

    /// Counts from 0 without an end.
    private final class Endless: Sequence, IteratorProtocol {
        var count = 0

        func next() -> Endpoint<Int>? {
            defer { count += 1 }
            return ClientResultsTests.endpoint(count)
        }
    }

    @Test func takesFromAnEndlessSequenceOnlyWhatItNeeds() async throws {
        let endless = Endless()
        let server = Server { .json("\($0)") }
        var iterator = server.client.results(of: endless, concurrency: 4).makeAsyncIterator()
        #expect(endless.count == 0)
        for read in 1...20 {
            #expect(await iterator.next() != nil)
            // A loop that does not ask is not overrun: all that were taken are read, in flight or waiting.
            #expect(endless.count == read + 3)
        }
    }

    @Test func aSequenceMayBeLazyAndNotSendable() async throws {
        final class Log { var numbers: [Int] = [] }
        let log = Log()
        let endpoints = (0..<3).lazy.map { number in
            log.numbers.append(number)
            return Self.endpoint(number)
        }
        let server = Server { .json("\($0)") }
        for await (index, _) in server.client.results(of: endpoints, concurrency: 1) {
            #expect(log.numbers.count == index + 1)
        }
        #expect(log.numbers == [0, 1, 2])
    }

    @Test(arguments: [0, -1, .min])
    func aConcurrencyBelowOneIsOne(concurrency: Int) async throws {
        let server = Server { .json("\($0)") }
        var count = 0
        for await _ in server.client.results(of: (0..<5).map(Self.endpoint), concurrency: concurrency) {
            count += 1
        }
        #expect(count == 5)
        #expect(server.value.most == 1)
    }

    @Test func theLargestConcurrencyIsBounded() async throws {
        let server = Server { .json("\($0)") }
        let results = server.client.results(of: (0..<5).map(Self.endpoint), concurrency: .max)
        #expect(results.concurrency == 10_000)
        #expect(await results.reduce(0) { count, _ in count + 1 } == 5)
    }

    @Test func noEndpointsAreNoResults() async throws {
        let server = Server { .json("\($0)") }
        for await _ in server.client.results(of: [Endpoint<Int>]()) { Issue.record("a result of nothing") }
    }

    @Test func leavingTheLoopCancelsWhatIsInFlight() async throws {
        let server = Server { number in
            if number > 0 { try await Task.sleep(for: Self.never) }
            return .json("\(number)")
        }
        for await (index, _) in server.client.results(of: (0..<9).map(Self.endpoint), concurrency: 3) {
            #expect(index == 0)
            await server.wait { $0.started.count == 3 }
            break
        }
        await server.wait { $0.cancelled == [1, 2] }
        #expect(server.value.started.sorted() == [0, 1, 2])
    }

    @Test func cancellingTheLoopEndsItWithTheResultsOfWhatWasInFlight() async throws {
        let server = Server { number in
            if number > 0 { try await Task.sleep(for: Self.never) }
            return .json("\(number)")
        }
        let client = server.client
        let loop = Task {
            var codes: [Int: NetworkError.Code?] = [:]
            for await (index, result) in client.results(of: (0..<9).map(Self.endpoint), concurrency: 3) {
                switch result {
                case .success: codes[index] = .some(nil)
                case .failure(let error): codes[index] = error.code
                }
            }
            return codes
        }
        await server.wait { $0.started.count == 4 }
        loop.cancel()
        let codes = await loop.value
        #expect(codes == [0: nil, 1: .cancelled, 2: .cancelled, 3: .cancelled])
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let server = Server { .json("\($0)") }
        let client = server.client
        let started = Gate()
        let loop = Task {
            await started.wait()
            return await client.results(of: (0..<9).map(Self.endpoint)).reduce(0) { count, _ in count + 1 }
        }
        loop.cancel()
        started.open()
        #expect(await loop.value == 0)
        #expect(server.value.started.isEmpty)
    }

    @Test func aBadEndpointIsAResultToo() async throws {
        let server = Server { .json("\($0)") }
        let endpoints = [Self.endpoint(0), .get("/a\("")"), Self.endpoint(2)]
        var codes: [Int: NetworkError.Code] = [:]
        for await (index, result) in server.client.results(of: endpoints) {
            if case .failure(let error) = result { codes[index] = error.code }
        }
        #expect(codes == [1: .invalidURL])
    }
}
