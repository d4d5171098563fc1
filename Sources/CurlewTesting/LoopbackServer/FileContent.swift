import CurlewTransport

/// The bytes of a file, computed from its size and version: they differ from place to place and between versions.
struct FileContent: Equatable {
    let size: Int
    let version: Int

    /// A strong entity tag (RFC 9110 §8.8.3).
    var entityTag: String { "\"\(size)-\(version)\"" }

    /// The bytes of a range; the numbers of the words are mixed as in SplitMix64.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count + 16)
        let firstWord = range.lowerBound / 8
        for index in firstWord..<((range.upperBound + 7) / 8) {
            unsafe withUnsafeBytes(of: word(index).littleEndian) { unsafe bytes.append(contentsOf: $0) }
        }
        let start = range.lowerBound - firstWord * 8
        return Array(bytes[start..<(start + range.count)])
    }

    /// Calls `body` with all bytes, one part after the other.
    func forEachPart<Failure>(
        of range: Range<Int>, length: Int = 64 << 10, _ body: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(start + length, range.upperBound)
            try body(bytes(start..<end))
            start = end
        }
    }

    private func word(_ index: Int) -> UInt64 {
        var word = (UInt64(truncatingIfNeeded: index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        word ^= UInt64(truncatingIfNeeded: version) << 40
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return word ^ (word >> 27)
    }
}
