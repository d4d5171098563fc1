/// The arguments of `curlew serve`.
struct ServeOptions {
    /// 0 for any free port.
    var port: UInt16 = 0

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "serve")
        while let argument = try reader.next() {
            guard argument == .option("--port") else { throw reader.unknown(argument) }
            port = UInt16(try reader.number(of: "--port", in: 0...65535))
        }
    }

    static let usage = """
        curlew serve [--port N]

        Runs an HTTP server on 127.0.0.1 that answers like httpbin.org (/get, /post, /status/N, /delay/N, /bytes/N
        and more), prints its URL, and ends with 0 on SIGTERM or SIGINT.

          --port N    the port; a free one unless it is given
        """
}
