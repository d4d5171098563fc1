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
        await StandardStreams.exitCode {
            let events = options.call.client().events(
                from: options.endpoint, after: options.lastEventID,
                reconnection: options.reconnects ? nil : .never)
            try await StandardStreams.write(each: events, atMost: options.count, as: bytes)
            return .success
        }
    }

    private func bytes(of event: ServerSentEvent) throws -> Data {
        guard options.printsJSON else { return Data("\(event.data)\n".utf8) }
        return try JSONLine.of(["id": event.lastEventID, "event": event.name, "data": event.data])
    }
}
