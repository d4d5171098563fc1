/// Reads the arguments of a command one after another.
///
/// `--name value` and `--name=value` are the same, so are `-n value` and `-nvalue`; behind `--` everything is an operand.
struct ArgumentReader {
    /// One argument, not yet judged.
    enum Argument: Equatable {
        case option(String)
        case operand(String)
    }

    let command: String
    private var rest: ArraySlice<String>
    private var attachedValue: String?
    private var hasOptionsEnded = false

    init(_ arguments: [String], command: String) {
        self.command = command
        rest = arguments[...]
    }

    /// The next argument, nil at the end; throws when the option before it had a value that it does not take.
    mutating func next() throws(UsageError) -> Argument? {
        if attachedValue != nil { throw error("an option was given a value that it does not take") }
        guard let argument = rest.popFirst() else { return nil }
        guard !hasOptionsEnded, argument.hasPrefix("-"), argument != "-" else { return .operand(argument) }
        if argument == "--" {
            hasOptionsEnded = true
            return try next()
        }
        return .option(splitAttachedValue(from: argument))
    }

    /// The option's name; a value in the same argument is kept for `value(of:)`.
    private mutating func splitAttachedValue(from argument: String) -> String {
        guard argument.hasPrefix("--") else {
            if argument.count > 2 { attachedValue = String(argument.dropFirst(2)) }
            return String(argument.prefix(2))
        }
        guard let equals = argument.firstIndex(of: "=") else { return argument }
        attachedValue = String(argument[equals...].dropFirst())
        return String(argument[..<equals])
    }

    /// The value of the option that was read last; throws when there is none.
    mutating func value(of option: String) throws(UsageError) -> String {
        if let value = attachedValue {
            attachedValue = nil
            return value
        }
        guard let value = rest.popFirst() else { throw error("\(option) needs a value") }
        return value
    }

    /// All operands that are left; the closure reads the values of the options between them.
    mutating func operands(
        reading read: (_ option: String, inout ArgumentReader) throws(UsageError) -> Void
    ) throws(UsageError) -> [String] {
        var operands: [String] = []
        while let argument = try next() {
            switch argument {
            case .operand(let operand): operands.append(operand)
            case .option(let name): try read(name, &self)
            }
        }
        return operands
    }

    func error(_ message: String) -> UsageError { UsageError(message, command: command) }

    func unknown(_ argument: Argument) -> UsageError {
        switch argument {
        case .option(let name): error("there is no option \(name)")
        case .operand: error("there is an argument too many")
        }
    }
}

/// The arguments are not what the command takes.
struct UsageError: Error, Equatable {
    /// What is wrong; never the value of an option, which may be a secret.
    let message: String
    /// The command whose help is pointed at, nil for the overview.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    var hint: String { "Try: curlew help\(command.map { " \($0)" } ?? "")" }
}
