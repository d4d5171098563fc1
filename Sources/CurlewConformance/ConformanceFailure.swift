/// What a check expected, and what it observed instead.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// The expected outcome.
    public let expected: String
    /// The observed outcome.
    public let observed: String

    /// Describes a failure; long texts are cut.
    package init(expected: String, observed: String) {
        self.expected = Self.cut(expected)
        self.observed = Self.cut(observed)
    }

    /// A failure as it is; any other error, as the failure of a check that expected none.
    init(_ error: any Error) {
        self =
            error as? ConformanceFailure
            ?? ConformanceFailure(expected: "no error", observed: String(describing: error))
    }

    /// Both texts in one line.
    public var description: String { "expected \(expected); observed \(observed)" }

    private static let longestText = 300

    private static func cut(_ text: String) -> String {
        text.count > longestText ? "\(text.prefix(longestText))… (\(text.utf8.count) bytes)" : text
    }
}
