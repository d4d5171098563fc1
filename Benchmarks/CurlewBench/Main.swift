import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The `curlew-bench` command: compares the transports with a plain loop over curl, and checks bounds on their cost.
@main
enum Main {
    static func main() {
        Task.detached { exit(await status(of: Array(CommandLine.arguments.dropFirst()))) }
        // An async main would end this thread, which callgrind does not survive.
        // Serves the main actor, whose stops some figures measure.
        while true { RunLoop.main.run() }
    }

    // Off the main thread: callers on it pay three more context switches per request.
    @concurrent
    private static func status(of arguments: [String]) async -> Int32 {
        do throws(UsageError) {
            return try await run(arguments)
        } catch {
            StandardError.write("curlew-bench: \(error.message)\n\(UsageError.usage)")
            return 2
        }
    }

    private static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        switch arguments.first {
        case "figures": try await FiguresCommand(arguments.dropFirst()).run()
        case ExitInFlight.name: try await ExitInFlight(arguments.dropFirst()).run()
        case CrashWhileSpooling.name: try await CrashWhileSpooling(arguments.dropFirst()).run()
        case TrustOutcomes.name: try await TrustOutcomes(arguments.dropFirst()).run()
        case URLSessionOutcomes.name: try await URLSessionOutcomes(arguments.dropFirst()).run()
        case StallRound.name: try await StallRound(arguments.dropFirst()).run()
        default: try await CompareCommand(arguments[...]).run()
        }
    }
}
