/// A text that no description, dump or reflection shows.
package struct Secret: Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

extension Secret: CustomStringConvertible, CustomReflectable {
    package var description: String { HTTPField.redactedValue }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
