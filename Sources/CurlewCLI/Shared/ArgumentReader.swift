/// Reads the arguments of a command one after another.
///
/// `--name value` equals `--name=value`, and `-n value` equals `-nvalue`; after `--` every argument is an operand.
struct ArgumentReader {
    /// One argument, not yet checked.
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

    /// The next argument, nil at the end; throws if the option before it has a value but takes none.
    mutating func next() throws(UsageError) -> Argument? {
        if attachedValue != nil { throw error("an option has a value but takes none") }
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

    /// The value of the option that was read last; throws if there is none.
    mutating func value(of option: String) throws(UsageError) -> String {
        if let value = attachedValue {
            attachedValue = nil
            return value
        }
        guard let value = rest.popFirst() else { throw error("\(option) needs a value") }
        return value
    }

    /// All remaining operands; the closure reads the values of the options between them.
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

    /// The text of an argument that may hold a secret, such as a URL's password, is not shown.
    func unknown(_ argument: Argument) -> UsageError {
        switch argument {
        case .option(let name): error("unknown option \(name)")
        case .operand(let text) where text.contains { "=@?".contains($0) }: error("unexpected argument")
        case .operand(let text): error("unexpected argument \"\(text)\"")
        }
    }
}

/// The command does not take these arguments.
struct UsageError: Error, Equatable {
    /// The problem; never the value of an option, which may be a secret.
    let message: String
    /// The command whose help the hint names; nil for the overview.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    var hint: String { "Try: curlew help\(command.map { " \($0)" } ?? "")" }
}
