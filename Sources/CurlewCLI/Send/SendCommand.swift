#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew
import ShippedTransports

/// Sends one request and prints the response.
struct SendCommand {
    let options: SendOptions

    @concurrent func run() async -> ExitCode {
        await StandardStreams.exitCode {
            if options.printsCommand { return try await printCommand() }
            let client = options.call.client(options.configuration)
            return try await options.output == .json ? sendForReport(client) : sendForBody(client)
        }
    }

    /// Prints the body as it arrives.
    private func sendForBody(_ client: Client) async throws -> ExitCode {
        try await client.withResponse(to: options.endpoint) { response in
            if options.printsHead { try StandardStreams.write(Self.head(of: response)) }
            for try await chunk in response.body { try StandardStreams.write(chunk) }
            return Self.exitCode(of: response.status)
        }
    }

    /// Prints the curl command of the request that reaches the transport.
    private func printCommand() async throws -> ExitCode {
        let transport = CommandTransport(inPlaceOf: options.call.transport.transport)
        let client = Client(transport: transport, configuration: options.configuration)
        _ = try await client.send(options.endpoint)
        return StandardStreams.print(transport.command ?? "")
    }

    /// Prints one JSON object, in every case.
    private func sendForReport(_ client: Client) async throws -> ExitCode {
        let start = ContinuousClock.now
        var (report, code) = await report(client)
        report.addTotal(.now - start)
        try StandardStreams.write(try JSONLine.of(report))
        return code
    }

    private func report(_ client: Client) async -> (SendReport, ExitCode) {
        do {
            // The client reads the body, so that a request is retried if its body is truncated.
            let response = try await client.response(
                for: options.endpoint.with { $0.decoder.acceptableStatus = 0...999 })
            return (SendReport(response), Self.exitCode(of: response.status))
        } catch {
            let error = NetworkError.wrapping(error, as: .other, "the request failed")
            return (SendReport(error), ExitCode(error.code))
        }
    }

    private static func exitCode(of status: HTTPResponse.Status) -> ExitCode {
        status.isSuccessful ? .success : .unacceptableStatus
    }

    private static func head(of response: HTTPResponse) -> Data {
        let fields = response.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Data("\(response.version.rawValue) \(response.status)\r\n\(fields)\r\n".utf8)
    }
}
