// Text of a peer's that may reach a terminal or a log.
extension Unicode.Scalar {
    /// Whether the scalar is not shown itself, but changes what is: a control character, a line separator, or a format
    /// character, such as those that reverse the direction of text or are invisible.
    ///
    /// The joiners U+200C and U+200D are parts of words and of emoji, and change nothing else.
    package var changesDisplay: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}

extension String {
    /// The text in one line, with a space in place of each scalar that changes how the others are shown.
    package var singleLine: String {
        guard unicodeScalars.contains(where: \.changesDisplay) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.changesDisplay ? " " : $0 }))
    }
}
