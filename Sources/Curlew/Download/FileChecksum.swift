/// The SHA-256 that a file must have.
package struct FileChecksum {
    private let digits: String

    /// Throws `.invalidRequest` if the text is not 64 hexadecimal digits.
    package init(_ text: String) throws(NetworkError) {
        guard text.utf8.count == 64, text.utf8.allSatisfy({ $0.hexDigitValue != nil }) else {
            throw .invalidRequest("a SHA-256 must have 64 hexadecimal digits")
        }
        digits = text.lowercased()
    }

    /// Throws `.checksumMismatch`.
    func check(_ digest: SHA256Hasher.Digest) throws(NetworkError) {
        guard digest.hex == digits else {
            throw NetworkError(.checksumMismatch, "the SHA-256 is \(digest), not \(digits)")
        }
    }
}
