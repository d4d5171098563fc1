/// The arguments of `curlew demo`.
struct DemoOptions {
    /// The server to call; nil for an embedded one.
    var url: String?

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "demo")
        while let argument = try reader.next() {
            guard argument == .option("--url") else { throw reader.unknown(argument) }
            url = try reader.value(of: "--url")
        }
    }

    static let usage = """
        curlew demo [--url URL]

        Runs the same calls over libcurl and over URLSession. Prints the outcomes side by side, then the time of each.
        Exits with 1 if an outcome differs between the two or from what is expected.

          --url URL    a server with the routes of httpbin.org (default: an embedded server)
        """
}
