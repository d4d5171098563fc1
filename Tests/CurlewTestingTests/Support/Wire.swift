import Testing

/// Bytes that a client sends and the status that they deserve; escaped where a test's name shows them.
struct Wire: Sendable, CustomTestStringConvertible {
    let text: String
    let status: Int

    init(_ text: String, status: Int = 400) {
        self.text = text
        self.status = status
    }

    var testDescription: String { text.debugDescription }
}
