/// The arguments of `curlew doctor`.
struct DoctorOptions {
    /// Whether one JSON object is printed in place of the text.
    var printsJSON = false

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "doctor")
        while let argument = try reader.next() {
            guard argument == .option("--output") else { throw reader.unknown(argument) }
            guard try reader.value(of: "--output") == "json" else { throw reader.error("--output is json") }
            printsJSON = true
        }
    }

    static let usage = """
        curlew doctor [--output json]

        Tells what each transport can do on this machine, with the reason for what it cannot, which libraries it
        stands on, and what is known to be wrong with their versions. Makes no connection.

          --output json    print one JSON object instead: transports, each with transport, version,
                           content_codings, http_versions, paused_body_limits (bytes), unsupported (feature and
                           reason), layer (name, version, tls_library, resolver, newer_options, hazards)
        """
}
