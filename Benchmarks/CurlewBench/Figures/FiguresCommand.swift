/// Checks one figure and prints each of its bounds.
struct FiguresCommand {
    private let figure: Figure
    private let server: String

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        let arguments = try Arguments(arguments, options: ["--url"])
        guard let figure = Figure.all.first(where: { [$0.name] == arguments.operands }) else {
            throw UsageError("the name of one figure is needed")
        }
        self.figure = figure
        server = try arguments.required("--url")
    }

    /// 0, or 1 when a bound is not kept.
    func run() async -> Int32 {
        do {
            let bounds = try await figure.check(server)
            for bound in bounds { print("\(bound.line)") }
            return bounds.allSatisfy(\.isKept) ? 0 : 1
        } catch {
            print("FAIL \(figure.name): \(error)")
            return 1
        }
    }
}
