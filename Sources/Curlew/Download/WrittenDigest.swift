/// The SHA-256 of a file's first bytes, computed while they are written.
///
/// A resume writes the last byte again. If the server now sends another one, the digest of the old one would approve a
/// file that was never checked: then it begins again, and the file must be read.
struct WrittenDigest {
    private var hasher = SHA256Hasher()
    private var last: UInt8?
    /// The number of bytes in the digest, from the first one.
    private(set) var count: Int64 = 0

    /// Bytes have been written at an offset.
    mutating func written(_ bytes: some BidirectionalCollection<UInt8>, at offset: Int64) {
        guard let first = bytes.first else { return }
        if offset == count {
            add(bytes)
        } else if offset == count - 1, first == last {
            add(bytes.dropFirst())
        } else {
            self = WrittenDigest()
            if offset == 0 { add(bytes) }
        }
    }

    private mutating func add(_ bytes: some BidirectionalCollection<UInt8>) {
        hasher.update(bytes)
        count += Int64(bytes.count)
        last = bytes.last ?? last
    }

    /// The digest of those bytes.
    var digest: SHA256Hasher.Digest { hasher.finalize() }
}

extension WrittenDigest {
    /// Adds the bytes of a file from its start; throws `.fileFailed` and `.cancelled`.
    mutating func read(
        _ path: String, of total: Int64?, _ report: (@Sendable (TransferProgress) -> Void)?
    ) throws(NetworkError) {
        let file = try FileReader(path: path)
        try file.verify(of: total, report) { written($0, at: count) }
    }
}
