import CommandSupport
import CurlewLibcurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Checks URLs: an example of a program built on Curlew.
@main
enum Main {
    static func main() {
        // Before any thread starts: threads inherit the mask, so only `wait` below gets the signals.
        TerminationSignals.block()
        // Without the signal, a write after the reader has gone is an error.
        signal(SIGPIPE, SIG_IGN)
        let options = options()
        let task = Task.detached { exit(await run(options)) }
        TerminationSignals.wait()
        task.cancel()
        // The task ends the process; a second signal ends it at once.
        TerminationSignals.wait()
        _exit(1)
    }

    private static func run(_ options: ProbeOptions) async -> Int32 {
        let transport = LibcurlTransport()
        defer { transport.shutdown() }
        let report = Report(format: options.format)
        let probe = Probe(transport: transport, timeout: options.timeout)
        let urls = options.urls.isEmpty ? Input.lines() : Input.stream(of: options.urls)
        let isComplete = await probe.check(urls, concurrency: options.concurrency) { await report.add($0) }
        let status = await report.finish(isComplete: isComplete)
        if status == 23 { writeError("cannot write to standard output") }
        return status
    }

    private static func options() -> ProbeOptions {
        do throws(ProbeOptions.UsageError) {
            let options = try ProbeOptions(CommandLine.arguments.dropFirst())
            guard options.printsUsage else {
                guard !options.urls.isEmpty || Input.isReadable else {
                    throw ProbeOptions.UsageError(message: "standard input cannot be read")
                }
                return options
            }
            print(ProbeOptions.usage)
            exit(0)
        } catch {
            writeError("\(error.message)\nTry: curlew-probe --help")
            exit(2)
        }
    }

    private static func writeError(_ message: String) {
        let text = Array("curlew-probe: \(message)\n".utf8)
        _ = unsafe write(STDERR_FILENO, text, text.count)
    }
}
