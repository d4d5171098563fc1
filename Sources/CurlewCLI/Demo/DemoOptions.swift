/// The arguments of `curlew demo`.
struct DemoOptions {
    /// The server to talk to, nil for an embedded one.
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

        Runs the same calls over libcurl and over URLSession, prints the answers side by side and then the time of
        each. Ends with 1 if an answer differs between the two or from what is expected.

          --url URL    a server that answers like httpbin.org; an embedded one unless it is given
        """
}
