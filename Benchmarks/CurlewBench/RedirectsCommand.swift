import CommandSupport
import CurlewConformance

/// Prints what of a request arrives behind each redirect.
struct RedirectsCommand {
    static let name = "redirects"

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        guard arguments.isEmpty else { throw UsageError("\(Self.name) takes no arguments") }
    }

    func run() async -> Int32 {
        let places = RedirectMatrix.Destination.allCases.map(\.rawValue)
        let rows = await RedirectMatrix.rows().map(\.cells)
        print(TextTable(header: ["method", "status", "body"] + places, rows: rows).text)
        print(RedirectMatrix.letters.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
        return 0
    }
}
