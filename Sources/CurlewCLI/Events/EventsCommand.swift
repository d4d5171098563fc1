#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// Prints the events of a stream.
struct EventsCommand {
    let options: EventsOptions

    @concurrent func run() async -> ExitCode {
        guard options.count > 0 else { return .success }
        let client = Client(baseURL: options.url.withoutFragment, transport: options.transport.transport)
        return await StandardStreams.exitCode {
            var rest = options.count
            let events = client.events(
                from: options.endpoint, after: options.lastEventID,
                reconnection: options.reconnects ? nil : .never)
            for try await event in events {
                try StandardStreams.write(try bytes(of: event))
                rest -= 1
                if rest == 0 { break }
            }
        }
    }

    private func bytes(of event: ServerSentEvent) throws -> Data {
        guard options.printsJSON else { return Data("\(event.data)\n".utf8) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let object = ["id": event.lastEventID, "event": event.name, "data": event.data]
        return try encoder.encode(object) + Data("\n".utf8)
    }
}
