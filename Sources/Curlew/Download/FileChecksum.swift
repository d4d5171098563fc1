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

    /// Reads the whole file; throws `.checksumMismatch`, `.fileFailed` and `.cancelled`.
    func check(_ path: String) throws(NetworkError) {
        let file = try FileReader(path: path)
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = try file.read(into: &buffer)
            guard count > 0 else { break }
            guard !Task.isCancelled else { throw .cancelled }
            hash.update(buffer[..<count])
        }
        let found = SHA256.hex(hash.finalize())
        guard found == digits else {
            throw NetworkError(.checksumMismatch, "the SHA-256 is \(found), not \(digits)")
        }
    }
}
