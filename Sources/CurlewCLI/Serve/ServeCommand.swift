import CommandSupport
import CurlewTesting

/// Runs the loopback server until a signal ends it.
struct ServeCommand {
    let options: ServeOptions

    func run() -> ExitCode {
        TerminationSignals.block()
        do throws(LoopbackServer.StartError) {
            let server = try LoopbackServer(port: options.port, recording: .off)
            defer { server.stop() }
            let code = StandardStreams.print(server.url)
            if code == .success { TerminationSignals.wait() }
            return code
        } catch {
            StandardStreams.writeError("curlew: \(error)")
            return .cannotListen
        }
    }
}
