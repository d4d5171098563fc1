import Testing

/// A client's bytes and the status that they must get; escaped in the names of test cases.
struct Wire: Sendable, CustomTestStringConvertible {
    let text: String
    let status: Int

    init(_ text: String, status: Int = 400) {
        self.text = text
        self.status = status
    }

    var testDescription: String { text.debugDescription }
}
