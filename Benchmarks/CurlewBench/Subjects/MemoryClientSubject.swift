import Curlew
import Foundation

/// A client over memory that takes the body as it is.
struct MemoryClientSubject: Subject {
    let name: String
    let configuration: Client.Configuration

    func run(_ work: Work) async -> Tally {
        let client = Client(
            baseURL: "http://127.0.0.1", transport: MemoryTransport(), configuration: configuration)
        return await Workers.run(work) {
            try await client.send(Endpoint<Data>.get("/json")).count == work.length
        }
    }
}
