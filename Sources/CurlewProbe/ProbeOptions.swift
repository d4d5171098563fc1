/// The arguments of `curlew-probe`.
struct ProbeOptions {
    var urls: [String] = []
    var concurrency = 16
    var timeout = Duration.seconds(10)
    var format = Report.Format.table
    var printsUsage = false

    /// The program does not take these arguments.
    struct UsageError: Error {
        let message: String
    }

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = Array(arguments)[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--concurrency": concurrency = try Self.concurrency(arguments.popFirst())
            case "--timeout": timeout = try Self.timeout(arguments.popFirst())
            case "--output": format = try Self.format(arguments.popFirst())
            case "--help": printsUsage = true
            case let option where option.hasPrefix("-"):
                throw UsageError(message: "unknown option \(option)")
            default: urls.append(argument)
            }
        }
    }

    private static func concurrency(_ value: String?) throws(UsageError) -> Int {
        guard let number = value.flatMap({ Int($0) }), (1...10_000).contains(number) else {
            throw UsageError(message: "--concurrency takes a number from 1 to 10000")
        }
        return number
    }

    private static func timeout(_ value: String?) throws(UsageError) -> Duration {
        guard let seconds = value.flatMap({ Double($0) }), (0.001...1e9).contains(seconds) else {
            throw UsageError(message: "--timeout takes a number of seconds from 0.001 to 1000000000")
        }
        return .seconds(seconds)
    }

    private static func format(_ value: String?) throws(UsageError) -> Report.Format {
        guard let format = value.flatMap(Report.Format.init) else {
            throw UsageError(message: "--output takes table or json")
        }
        return format
    }

    static let usage = """
        curlew-probe [URL ...] [options]

        Sends a GET to each URL and prints status, time and error. Without URLs it reads them from standard input, one
        per line; lines that start with # are ignored.

          --concurrency N      how many URLs to check at the same time (default: 16)
          --timeout SECONDS    total time limit for each URL (default: 10)
          --output json        one JSON object per line, as the responses arrive: url, status, milliseconds, error

        Exits with 0 if every status was from 200 to 399, with 1 if one was not, or if a URL failed or was not checked,
        with 2 on wrong usage, with 23 if standard output cannot be written. After SIGTERM or SIGINT it prints the
        outcomes so far and exits.
        """
}
