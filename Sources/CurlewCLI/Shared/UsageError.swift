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
