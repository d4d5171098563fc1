import ShippedTransports

/// The arguments of `curlew doctor`.
struct DoctorOptions {
    /// The transports to examine.
    var transports = TransportChoice.allCases
    /// Whether to print one JSON object instead of text.
    var printsJSON = false
    /// How the conformance suite runs; nil to skip it.
    var conformance: Conformance?

    /// Which checks run, and where.
    struct Conformance: Equatable {
        /// Only checks whose name contains this text.
        var filter: String?
        /// Only the check of this name, in this process.
        var check: String?
        /// The folder that gets the report as Markdown and as JSON.
        var folder: String?

        fileprivate var writesNoReport: Bool { filter == nil && folder == nil }
    }

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "doctor")
        var conformance = Conformance()
        var runsConformance = false
        while let argument = try reader.next() {
            switch argument {
            case .option("--conformance"): runsConformance = true
            case .option("--transport"): transports = [try reader.transport()]
            case .option("--output"):
                try reader.readJSONOutput()
                printsJSON = true
            case .option("--only"): conformance.filter = try reader.value(of: "--only")
            case .option("--check"): conformance.check = try reader.value(of: "--check")
            case .option("--save"): conformance.folder = try reader.value(of: "--save")
            default: throw reader.unknown(argument)
            }
        }
        guard runsConformance || conformance == Conformance() else {
            throw reader.error("--only, --check and --save need --conformance")
        }
        guard conformance.check == nil || transports.count == 1 else {
            throw reader.error("--check needs --transport")
        }
        guard conformance.check == nil || conformance.writesNoReport && !printsJSON else {
            throw reader.error("--check cannot be combined with --only, --save or --output")
        }
        if runsConformance { self.conformance = conformance }
    }

    static let usage = """
        curlew doctor [--transport T] [--output json]
        curlew doctor --conformance [--transport T] [--output json] [--only TEXT] [--save FOLDER]

        Prints what each transport can do on this machine and the reason for each missing feature, the libraries that it
        uses, and the known issues of their versions. Makes no connection.

        With --conformance it runs the conformance suite: every check against a server of its own on the loopback
        address, for a few minutes. A known difference of a transport is reported as a deviation with its reason.
        Exits with 1 if a check fails, or if a known deviation has disappeared. Proxies named in the environment
        are not used.

          --transport T    only this transport: \(TransportChoice.names)
          --output json    print one JSON object instead: transports, each with transport, version,
                           content_codings, http_versions, paused_body_limits (bytes), unsupported (feature and
                           reason), layer (name, version, tls_library, resolver, newer_options, hazards).
                           With --conformance: transports with their totals, cases (id, title, reference) with
                           their checks (input, transport, outcome and reason, or expected and observed)
          --only TEXT      only checks with TEXT in their name, such as "query-encoding"
          --save FOLDER    also write conformance.md and conformance.json to this folder
          --check NAME     only the check of this name, in this process; prints the failure, if any, and nothing else
        """
}
