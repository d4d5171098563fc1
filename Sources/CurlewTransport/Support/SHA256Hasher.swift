/// Computes a SHA-256 (FIPS 180-4) incrementally.
///
///     var hasher = SHA256Hasher()
///     for try await chunk in response.body { hasher.update(chunk) }
///     print(hasher.finalize().hex)
///
/// `digest(ofFile:progress:)` hashes a file. The name leaves `SHA256` to CryptoKit and swift-crypto.
public struct SHA256Hasher: Sendable {
    static let blockSize = 64

    var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )
    /// The first bytes of an incomplete block.
    private var pending = SIMD64<UInt8>()
    private var pendingCount = 0
    private var length: UInt64 = 0

    /// Starts with no bytes.
    public init() {}

    /// The digest of all of `bytes`.
    @inlinable
    public static func digest(of bytes: some Sequence<UInt8>) -> Digest {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        return hasher.finalize()
    }

    /// Adds bytes, such as a `Data` or a `[UInt8]`; how they are divided into calls does not change the digest.
    @inlinable
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        // Inlinable, since each byte of a sequence that is not in memory would otherwise cost a dynamic call.
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            unsafe add(UnsafeRawBufferPointer(buffer))
        }
        if isContiguous == nil { addCopies(of: bytes) }
    }

    /// Adds bytes that are not in memory, a batch at a time.
    @inlinable
    mutating func addCopies(of bytes: some Sequence<UInt8>) {
        var batch: [UInt8] = []
        batch.reserveCapacity(Self.batchSize)
        for byte in bytes {
            batch.append(byte)
            guard batch.count == Self.batchSize else { continue }
            unsafe batch.withUnsafeBytes { unsafe add($0) }
            batch.removeAll(keepingCapacity: true)
        }
        unsafe batch.withUnsafeBytes { unsafe add($0) }
    }

    @usableFromInline
    static var batchSize: Int { 4096 }

    /// The digest of all bytes that have been added.
    public consuming func finalize() -> Digest {
        let bitCount = length &* 8
        let zeros = (119 - pendingCount) % Self.blockSize
        update([0x80] + [UInt8](repeating: 0, count: zeros) + Self.bigEndianBytes(of: bitCount))
        return Digest(bytes: state.indices.flatMap { Self.bigEndianBytes(of: state[$0]) })
    }

    private static func bigEndianBytes(of value: some FixedWidthInteger) -> [UInt8] {
        stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    @usableFromInline
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var start = 0
        if pendingCount > 0 {
            start = min(Self.blockSize - pendingCount, bytes.count)
            unsafe keep(UnsafeRawBufferPointer(rebasing: bytes[..<start]))
            guard pendingCount == Self.blockSize else { return }
            unsafe withUnsafeBytes(of: pending) { unsafe compress($0) }
            pendingCount = 0
        }
        let end = bytes.count - (bytes.count - start) % Self.blockSize
        unsafe compress(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        unsafe keep(UnsafeRawBufferPointer(rebasing: bytes[end...]))
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        unsafe withUnsafeMutableBytes(of: &pending) { block in
            unsafe UnsafeMutableRawBufferPointer(rebasing: block[pendingCount...]).copyMemory(from: bytes)
        }
        pendingCount += bytes.count
    }
}

extension SHA256Hasher {
    /// A SHA-256: 32 bytes.
    public struct Digest: Sendable, Hashable, CustomStringConvertible {
        /// The 32 bytes; their base64 is what `Content-Digest` carries (RFC 9530).
        public let bytes: [UInt8]

        /// 64 lower-case hexadecimal digits, as `sha256sum` prints them.
        public var hex: String {
            let digits = Array("0123456789abcdef".utf8)
            return String(
                decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }

        /// The same as `hex`.
        public var description: String { hex }
    }
}
