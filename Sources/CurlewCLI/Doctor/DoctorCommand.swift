import Curlew

/// Prints what the transports can do on this machine.
struct DoctorCommand {
    let options: DoctorOptions
    var capabilities = TransportChoice.allCases.map(\.transport.capabilities)

    func run() -> ExitCode {
        guard options.printsJSON else { return StandardStreams.print(DoctorText(capabilities).text) }
        do {
            return StandardStreams.print(try DoctorReport(capabilities).encoded())
        } catch {
            StandardStreams.writeError("curlew: the report cannot be encoded: \(error)")
            return ExitCode(.encodingFailed)
        }
    }
}
