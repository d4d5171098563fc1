/// The arguments of a comparison.
struct CompareOptions: Sendable {
    enum Output: String {
        case table, json
    }

    static let flags: Set<String> = ["--quick"]
    private static let names: Set<String> = [
        "--rounds", "--repeats", "--output", "--work", "--subject", "--results", "--thresholds", "--probe",
        "--swift",
        "--server-limit", "--requests", "--counted",
    ]

    let servers: Servers
    let isQuick: Bool
    let rounds: Int
    /// How often a sample that other processes disturbed is repeated.
    let repeats: Int
    let output: Output
    /// The one work and the one subject to run; nil for all.
    let work: String?
    let subject: String?
    /// A file for the results as JSON.
    let results: String?
    /// The bounds to check; empty for none.
    let thresholds: [Threshold]
    /// A stripped `curlew-probe`.
    let probe: String?
    /// This program without debugging symbols, for counting instructions with valgrind; nil to skip that.
    let counted: String?
    /// The number of exchanges of each work; nil for its own number.
    let requests: Int?
    let swift: String
    let serverLimit: Double?

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        let arguments = try Arguments(
            arguments, options: Self.names.union(Servers.options), flags: Self.flags)
        if let operand = arguments.operands.first { throw UsageError("unexpected argument \"\(operand)\"") }
        servers = try Servers(arguments)
        isQuick = arguments.hasFlag("--quick")
        guard let rounds = Int(arguments["--rounds"] ?? (isQuick ? "3" : "5")), rounds > 0 else {
            throw UsageError("--rounds takes a positive number")
        }
        self.rounds = rounds
        guard let repeats = Int(arguments["--repeats"] ?? "3"), repeats >= 0 else {
            throw UsageError("--repeats is a number")
        }
        self.repeats = repeats
        guard let output = Output(rawValue: arguments["--output"] ?? "table") else {
            throw UsageError("--output takes table or json")
        }
        self.output = output
        work = arguments["--work"]
        subject = arguments["--subject"]
        results = arguments["--results"]
        if let path = arguments["--thresholds"] {
            thresholds = try Threshold.all(in: path)
        } else {
            thresholds = []
        }
        probe = arguments["--probe"]
        counted = arguments["--counted"]
        requests = arguments["--requests"].flatMap { Int($0) }
        swift = arguments["--swift"] ?? "Swift"
        serverLimit = arguments["--server-limit"].flatMap { Double($0) }
    }

    /// The works to run.
    var works: [Work] {
        Work.all(on: servers).filter { wants(work: $0.name) }.map { work in
            work.limited(to: requests ?? (isQuick ? (work.total + 1) / 2 : work.total))
        }
    }

    /// Whether some of the bounds concern works or subjects that do not run.
    var isPartial: Bool { isQuick || work != nil || subject != nil }

    func wants(work name: String) -> Bool {
        guard let work else { return !isQuick || Work.quick.contains(name) }
        return work == name
    }

    func wants(subject name: String) -> Bool { subject == nil || subject == name }
}
