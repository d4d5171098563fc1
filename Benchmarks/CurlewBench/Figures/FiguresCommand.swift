/// Checks one figure and prints each of its bounds.
struct FiguresCommand {
    private let figure: Figure
    private let server: String
    private let share: Double

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        let arguments = try Arguments(arguments, options: ["--url", "--share"])
        guard let figure = Figure.all.first(where: { [$0.name] == arguments.operands }) else {
            throw UsageError("expected the name of one figure")
        }
        guard let share = Double(arguments["--share"] ?? "1"), (0...1).contains(share) else {
            throw UsageError("--share takes a number from 0 to 1")
        }
        self.figure = figure
        self.share = share
        server = try arguments.required("--url")
    }

    /// 0, or 1 if a bound is missed; with a share, for tests that run in parallel, bounds on time do not apply.
    func run() async -> Int32 {
        do {
            let bounds = try await figure.check(server, share)
            for bound in bounds { print("\(bound.line)") }
            return bounds.allSatisfy { $0.isMet || ($0.isTime && share < 1) } ? 0 : 1
        } catch {
            print("FAIL \(figure.name): \(error)")
            return 1
        }
    }
}
