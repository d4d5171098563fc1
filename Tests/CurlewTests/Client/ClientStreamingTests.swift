import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct ClientStreamingTests {
    private struct Odd: Error {}

    @Test(arguments: [200, 204, 302, 404, 500])
    func handsOverAnyStatus(status: Int) async throws {
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: .init(code: status), body: .data(Data("x".utf8)))
        }
        let client = Client(baseURL: "http://h", transport: transport)
        let (code, body) = try await client.withResponse(to: Endpoint<[Int]>.get("/")) { response in
            (response.status.code, try await response.body.collect(upTo: 9))
        }
        #expect(code == status)
        #expect(body == Data("x".utf8))
        #expect(transport.requests.first?.options.delivery == .streamed)
    }

    @Test func theBodyEndsWithTheClosure() async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in HTTPResponse(status: 200, body: .channel(channel)) })
        let body = try await client.withResponse(to: Endpoint<Void>.get("/")) { $0.body }
        #expect(producer.cancels == 1)
        let error = await #expect(throws: NetworkError.self) { try await body.collect(upTo: 9) }
        #expect(error?.code == .cancelled)
    }

    @Test func theBodyEndsWhenTheClosureThrows() async {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in HTTPResponse(status: 200, body: .channel(channel)) })
        await #expect(throws: Odd.self) {
            try await client.withResponse(to: Endpoint<Void>.get("/")) { _ in throw Odd() }
        }
        #expect(producer.cancels == 1)
    }

    @Test func errorsOfReadingGetTheirPlace() async {
        let chunks = Chunks([Data([1])], failure: NetworkError(.incompleteBody, "broke off"))
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in HTTPResponse(status: 206, body: .stream { try chunks.next() })
            })
        let error = await #expect(throws: NetworkError.self) {
            try await client.withResponse(to: Endpoint<Void>.get("/x")) { response in
                for try await _ in response.body {}
            }
        }
        #expect(error?.code == .incompleteBody)
        #expect(error?.endpoint == "GET /x")
        #expect(error?.response?.status == 206)
    }

    @Test func failsLikeSendWhenBuilding() async {
        let client = Client(
            baseURL: "nonsense", transport: ScriptedTransport { _ in HTTPResponse(status: 204) })
        let error = await #expect(throws: NetworkError.self) {
            try await client.withResponse(to: Endpoint<Void>.get("/x")) { _ in }
        }
        #expect(error?.code == .invalidURL)
        #expect(error?.endpoint == "GET /x")
    }
}
