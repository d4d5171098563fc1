import Curlew
import CurlewLibcurl
import CurlewTesting
import CurlewURLSession
import Testing

/// The sample of the README that chooses a transport.
struct TransportSampleTests {
    @Test(arguments: [false, true]) func aTransportCanBeChosenAtRunTime(usesURLSession: Bool) async throws {
        let server = try LoopbackServer()
        let transport: any Transport = usesURLSession ? .urlSession : .libcurl
        let client = Client(baseURL: server.url, transport: transport)
        #expect(try await client.send(Endpoint<String>.get("/get")).contains("/get"))
    }
}
