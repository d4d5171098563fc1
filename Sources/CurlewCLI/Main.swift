#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The `curlew` command.
@main
enum Main {
    static func main() async {
        StandardStreams.prepare()
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// Runs the command that the arguments name; explains wrong usage on standard error.
    static func run(_ arguments: [String]) async -> ExitCode {
        do throws(UsageError) {
            return try await dispatch(arguments.first, Array(arguments.dropFirst()))
        } catch {
            StandardStreams.writeError("curlew: \(error.message)\n\(error.hint)")
            return .wrongUsage
        }
    }

    private static func dispatch(
        _ command: String?, _ arguments: [String]
    ) async throws(UsageError) -> ExitCode {
        if arguments.contains("--help"), let command, let text = HelpText.ofCommand(command) {
            return StandardStreams.print(text)
        }
        switch command {
        case "send": return await SendCommand(options: try SendOptions(arguments)).run()
        case "events": return await EventsCommand(options: try EventsOptions(arguments)).run()
        case "pages": return await PagesCommand(options: try PagesOptions(arguments)).run()
        case "demo": return await DemoCommand(options: try DemoOptions(arguments)).run()
        case "doctor": return await DoctorCommand(options: try DoctorOptions(arguments)).run()
        // These stay on the main thread and set its signal mask before any other thread starts.
        case "download": DownloadCommand(arguments: try DownloadArguments(arguments)).run()
        case "serve": return ServeCommand(options: try ServeOptions(arguments)).run()
        case "help": return StandardStreams.print(try HelpText.ofTopic(arguments))
        case "--help", "-h": return StandardStreams.print(HelpText.overview)
        case "--version": return StandardStreams.print(HelpText.version)
        // Only the part before an equals sign: a misplaced option can hold a secret.
        case let other?: throw UsageError("unknown command \(other.prefix { $0 != "=" })")
        case nil: throw UsageError("a command is needed")
        }
    }
}
