import Curlew
import ShippedTransports

/// Prints what the transports can do on this machine, or runs the conformance suite on them.
struct DoctorCommand {
    let options: DoctorOptions

    func run() async -> ExitCode {
        if let conformance = options.conformance {
            return await ConformanceCommand(
                transports: options.transports, options: conformance, printsJSON: options.printsJSON
            ).run()
        }
        return await StandardStreams.exitCode {
            let capabilities = options.transports.map(\.transport.capabilities)
            guard options.printsJSON else { return StandardStreams.print(DoctorText(capabilities).text) }
            try StandardStreams.write(try JSONLine.of(DoctorReport(capabilities)))
            return .success
        }
    }
}
