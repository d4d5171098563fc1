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

        Runs an HTTP server on 127.0.0.1 with routes like httpbin.org's (/get, /post, /status/N, /delay/N, /bytes/N and
        more) and prints its URL. Exits with 0 on SIGTERM or SIGINT.

          --port N    the port (default: a free one)
        """
}
