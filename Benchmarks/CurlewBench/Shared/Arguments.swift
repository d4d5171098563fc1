/// The arguments of a command: `--name value` and `--flag` in any order, and operands.
struct Arguments {
    private(set) var operands: [String] = []
    private var options: [String: String] = [:]
    private var flags: Set<String> = []

    init(
        _ arguments: ArraySlice<String>, options known: Set<String>, flags knownFlags: Set<String> = []
    ) throws(UsageError) {
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                operands.append(argument)
                continue
            }
            if knownFlags.contains(argument) {
                flags.insert(argument)
                continue
            }
            guard known.contains(argument) else { throw UsageError("unknown option \(argument)") }
            guard let value = rest.popFirst() else { throw UsageError("\(argument) needs a value") }
            options[argument] = value
        }
    }

    subscript(option: String) -> String? { options[option] }

    func hasFlag(_ flag: String) -> Bool { flags.contains(flag) }

    func required(_ option: String) throws(UsageError) -> String {
        guard let value = options[option] else { throw UsageError("\(option) is needed") }
        return value
    }
}
