import Testing

@testable import CurlewTransport

/// The vectors are those of NIST's "SHA-256 examples" and of FIPS 180-2, appendix B.
struct SHA256Tests {
    private static let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    private static let twoBlocksDigest = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (twoBlocks, twoBlocksDigest),
    ])
    func matchesTheVector(input: String, digest: String) {
        #expect(SHA256.hexDigest(of: input.utf8) == digest)
    }

    @Test func hashesAMillionLetters() {
        var hash = SHA256()
        for _ in 0..<1000 { hash.update([UInt8](repeating: UInt8(ascii: "a"), count: 1000)) }
        let digest = SHA256.hex(hash.finalize())
        #expect(digest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func doesNotDependOnWhereTheInputIsCut() {
        let input = Array(Self.twoBlocks.utf8)
        for cut in 0...input.count {
            var hash = SHA256()
            hash.update(input[..<cut])
            hash.update(input[cut...])
            #expect(SHA256.hex(hash.finalize()) == Self.twoBlocksDigest)
        }
    }

    @Test(arguments: 0...130) func everyLengthAgreesWithOneByteAtATime(count: Int) {
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var hash = SHA256()
        for byte in input { hash.update([byte]) }
        #expect(hash.finalize() == SHA256.digest(of: input))
    }

    @Test func takesASequenceThatIsNotContiguous() {
        #expect(SHA256.hexDigest(of: Self.twoBlocks.utf8.lazy.map { $0 }) == Self.twoBlocksDigest)
    }
}
