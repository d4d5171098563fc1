import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

/// The vectors are those of NIST's "SHA-256 examples" and of FIPS 180-2, appendix B.
struct SHA256HasherTests {
    private static let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    private static let twoBlocksDigest = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"

    private static let pattern = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (twoBlocks, twoBlocksDigest),
    ])
    func matchesTheVector(input: String, digest: String) {
        #expect(SHA256Hasher.digest(of: input.utf8).hex == digest)
    }

    /// The lengths around the end of a block and of the padding, as `sha256sum` prints them.
    @Test(
        arguments: [
            (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
            (55, "576a1bf8d4478657e6dc4af9398544765c2a92cde28478b019235cfed315fc09"),
            (56, "9b20501dfd1d99161c257950f3444f3e49230c351c5c8e0943ef369f85f5205d"),
            (57, "a5534a9d0694341dfde5b1bb3d8addcb38bd46f44a629dc97b3f8fb2721b0720"),
            (63, "30b345906b493f06f69444b6521113511c242f30e29840462950035043682f1e"),
            (64, "d8bc63b4fc1156e5e7d95a418b9bf54cd3174bedbc2db40f74895349b229b3c0"),
            (65, "1ee23b0fbcaecc1aff4a9e8f1645f35ab2c8e13609cd73b68df8b5e3f63ce073"),
            (111, "d80a22461ae74d8e6944001e255f9e47eca17702b1dc987238d78e6e1ea3e342"),
            (112, "a4ecd1e6c38e9d976d0cef32d899be35eb83c98d46b4dbfd68a1560f83b786a2"),
            (119, "7a6589821178918ca8d9edaba5abfc1e9b2669564f4469b66885379c1530b2c8"),
            (120, "655250427d56b1b0eeb8497d21428704273458a01772d6881b65c0abac0f8a98"),
            (127, "67d79933e3c9aa8e89f481e071cfca1e9a16c09d7263b5efa3bb01f1a9f8d065"),
            (128, "54c9eb041badfd7064645067b107661fed6113197ce2dd066ba69618abd3732f"),
            (129, "5b55715b51c54661ed0cbd75ba5b00cf1ffee3b7c113a636eca613d9425116a6"),
            (1000, "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532"),
        ])
    func padsEveryLengthAsTheStandardSays(count: Int, digest: String) {
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(SHA256Hasher.digest(of: input).hex == digest)
    }

    @Test func hashesAMillionLetters() {
        var hash = SHA256Hasher()
        for _ in 0..<1000 { hash.update([UInt8](repeating: UInt8(ascii: "a"), count: 1000)) }
        let digest = hash.finalize().hex
        #expect(digest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func doesNotDependOnWhereTheInputIsCut() {
        let input = Array(Self.twoBlocks.utf8)
        for cut in 0...input.count {
            var hash = SHA256Hasher()
            hash.update(input[..<cut])
            hash.update(input[cut...])
            #expect(hash.finalize().hex == Self.twoBlocksDigest)
        }
    }

    @Test(arguments: 0...130) func everyLengthAgreesWithOneByteAtATime(count: Int) {
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var hash = SHA256Hasher()
        for byte in input { hash.update([byte]) }
        #expect(hash.finalize() == SHA256Hasher.digest(of: input))
    }

    @Test func aCopyContinuesOnItsOwn() {
        var hash = SHA256Hasher()
        hash.update("ab".utf8)
        var copy = hash
        copy.update("x".utf8)
        hash.update("c".utf8)
        #expect(hash.finalize() == SHA256Hasher.digest(of: "abc".utf8))
        #expect(copy.finalize() == SHA256Hasher.digest(of: "abx".utf8))
    }

    @Test func aDigestHasBytesAndHexadecimalDigits() {
        let digest = SHA256Hasher.digest(of: "abc".utf8)
        #expect(digest.bytes.count == 32)
        #expect(digest.bytes.prefix(3) == [0xba, 0x78, 0x16])
        #expect("\(digest)" == digest.hex)
    }

    @Test func hashesAFileAndReportsEachPart() async throws {
        try await withTemporaryFile(Self.pattern) { path in
            let reports = Lock<[TransferProgress]>([])
            let digest = try await SHA256Hasher.digest(ofFile: path) { progress in
                reports.withLock { $0.append(progress) }
            }
            #expect(digest == SHA256Hasher.digest(of: Self.pattern))
            let all = reports.withLock { $0 }
            #expect(all.first?.completed == 0)
            #expect(all.last?.completed == 600_000)
            #expect(all.allSatisfy { $0.total == 600_000 && $0.phase == .verifying })
        }
    }

    @Test func aFileThatCannotBeReadIsAnError() async {
        let error = await #expect(throws: NetworkError.self) {
            try await SHA256Hasher.digest(ofFile: "/no/such/file")
        }
        #expect(error?.code == .fileFailed)
    }

    @Test func aCancelledTaskStopsReading() async throws {
        try await withTemporaryFile(Self.pattern) { path in
            let task = Task { () async throws(NetworkError) in
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await SHA256Hasher.digest(ofFile: path)
            }
            let error = await #expect(throws: NetworkError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test(arguments: [0, 1, 4095, 4096, 4097, 8192, 100_000])
    func aSequenceThatIsNotContiguousHasTheSameDigest(count: Int) {
        let bytes = (0..<count).lazy.map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(SHA256Hasher.digest(of: bytes) == SHA256Hasher.digest(of: Array(bytes)))
        let repeated = repeatElement(UInt8(7), count: count)
        #expect(SHA256Hasher.digest(of: repeated) == SHA256Hasher.digest(of: Array(repeated)))
    }

    @Test func takesASequenceThatIsNotContiguous() {
        #expect(SHA256Hasher.digest(of: Self.twoBlocks.utf8.lazy.map { $0 }).hex == Self.twoBlocksDigest)
    }
}
