import Curlew
import CurlewConformance
import CurlewLibcurl
import CurlewTesting
import CurlewURLSession

extension Figure {
    /// Whether every event of a stream that is cut repeatedly arrives once, in order.
    static let events = Figure(name: "events") { _ in
        let stream = CutEventStream(eventCount: 10_000, cutCount: 50)
        let transports: [(String, any Transport)] = [
            ("libcurl", LibcurlTransport()), ("URLSession", URLSessionTransport()),
        ]
        var bounds: [Bound] = []
        for (name, transport) in transports {
            let server = try stream.serve()
            let client = Client(baseURL: server.url, transport: transport)
            var received: [ServerSentEvent] = []
            for try await event in client.events(from: Endpoint<Void>.get("/")) { received.append(event) }
            bounds += [
                .equal(stream.eventCount, "events over \(name)", received.count),
                .equal(true, "every event once and in order, over \(name)", received == stream.events),
                .equal(stream.cutCount + 2, "connections over \(name)", server.requestCount),
            ]
        }
        return bounds
    }
}
