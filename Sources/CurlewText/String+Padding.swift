extension String {
    /// The text with blanks behind it, as wide as asked for; a longer one stays as it is.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
