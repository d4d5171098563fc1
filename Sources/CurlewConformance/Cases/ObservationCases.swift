import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Events for observers, and the trace sent to servers.
extension ConformanceCase {
    static let observation = [observedEvents, propagatedTraces]

    private static let observedEvents = ConformanceCase(
        "observation", "an observer gets the events of each attempt, from start to end",
        reference: "Client.Observer",
        [
            .check("a success") { transport in
                let server = try LoopbackServer()
                let events = try await observed(transport, server.url, Endpoint<Data>.get("/bytes/1000"))
                try expect("events", events.map(\.kind), is: [.started, .headReceived, .ended])
                try expect("statuses", events.map { $0.status?.code }, is: [nil, 200, 200])
                try expect("all of the body", events.last?.isComplete, is: true)
                try expect("the total", events.last?.metrics?.total != nil, observed: "nil")
            },
            .check("a truncated body") { transport in
                let server = try LoopbackServer.closing(
                    after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
                let events = try await observed(transport, server.url, Endpoint<Data>.get("/"))
                try expect("the last event", events.last?.kind, is: .failed)
                try expect("the code", events.last?.error?.code, is: .incompleteBody)
            },
            .check("no connection") { transport in
                let events = try await observed(
                    transport, LoopbackServer.refusingURL, Endpoint<Data>.get("/"))
                try expect("events", events.map(\.kind), is: [.started, .failed])
                try expect("the code", events.last?.error?.code, is: .cannotConnect)
            },
            .check("a refusal, then a success") { transport in
                let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                let busy = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nbusy"
                let server = try LoopbackServer(replies: [.send(busy), .send(ok)])
                let journal = EventJournal()
                let client = transport.client(server.url) {
                    $0.observers = [journal]
                    $0.retries = .standard
                }
                _ = try await client.send(Endpoint<Data>.get("/"))
                let attempt: [Client.Event.Kind] = [.started, .headReceived, .ended]
                try expect("events", journal.events.map(\.kind), is: attempt + [.retrying] + attempt)
                try expect("the delay", journal.events[3].delay != nil, observed: "nil")
            },
            .check("an abandoned stream") { transport in
                let server = try LoopbackServer()
                let journal = EventJournal()
                let client = transport.client(server.url) { $0.observers = [journal] }
                try await client.withResponse(to: Endpoint<Data>.get("/stream-bytes/1000000")) { response in
                    for try await _ in response.body { break }
                }
                try expect("the last event", journal.events.last?.kind, is: .ended)
                try expect("all of the body", journal.events.last?.isComplete, is: false)
            },
        ])

    private static let propagatedTraces = ConformanceCase(
        "traceparent", "each attempt carries the trace of the task", reference: "W3C Trace Context §3.2",
        [
            .check("with a trace") { transport in
                let server = try LoopbackServer()
                let trace = TraceContext()
                try await TraceContext.$current.withValue(trace) { try await sendTraced(transport, server) }
                try expect("traceparent", server.received.first?["traceparent"], is: trace.traceparent)
            },
            .check("without a trace") { transport in
                let server = try LoopbackServer()
                try await sendTraced(transport, server)
                try expect("traceparent", server.received.first?["traceparent"], is: nil)
            },
        ])

    private static func sendTraced(_ transport: any Transport, _ server: LoopbackServer) async throws {
        let client = Client(
            baseURL: server.url, transport: transport,
            configuration: .init(timeouts: .total(.seconds(10)), propagatesTraceContext: true))
        _ = try await client.send(Endpoint<Data>.get("/get"))
    }

    /// The events of one send, however it ends.
    private static func observed(
        _ transport: any Transport, _ url: String, _ endpoint: Endpoint<Data>
    ) async throws -> [Client.Event] {
        let journal = EventJournal()
        _ = await transport.client(url) { $0.observers = [journal] }.result(of: endpoint)
        return journal.events
    }
}

/// Keeps every event.
private final class EventJournal: Client.Observer {
    private let seen = Lock<[Client.Event]>([])

    var events: [Client.Event] { seen.withLock { $0 } }

    func observe(_ event: Client.Event) { seen.withLock { $0.append(event) } }
}
