import Curlew

/// Prints what the transports can do on this machine, or runs the conformance suite on them.
struct DoctorCommand {
    let options: DoctorOptions

    func run() async -> ExitCode {
        if let conformance = options.conformance {
            return await ConformanceCommand(
                transports: options.transports, options: conformance, printsJSON: options.printsJSON
            ).run()
        }
        let capabilities = options.transports.map(\.transport.capabilities)
        guard options.printsJSON else { return StandardStreams.print(DoctorText(capabilities).text) }
        do {
            return StandardStreams.print(try DoctorReport(capabilities).encoded())
        } catch {
            StandardStreams.writeError("curlew: the report cannot be encoded: \(error)")
            return ExitCode(.encodingFailed)
        }
    }
}
