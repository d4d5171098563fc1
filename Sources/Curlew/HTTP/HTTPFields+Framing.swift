extension HTTPFields {
    /// Whether Content-Length, where it frames the body, is one number (RFC 9112 §6.3).
    ///
    /// The layers below take the last of several, and ignore one that is too large: either way a body would be taken for
    /// whole that may not be.
    package var hasUsableLength: Bool {
        guard !contains(.transferEncoding), let text = self[.contentLength] else { return true }
        let lengths = text.utf8.split(separator: UInt8(ascii: ",")).map { $0.trimmingOptionalWhitespace() }
        guard let first = lengths.first, first.allSatisfy(\.isASCIIDigit), Int64(Substring(first)) != nil
        else {
            return false
        }
        return lengths.allSatisfy { $0.elementsEqual(first) }
    }
}
