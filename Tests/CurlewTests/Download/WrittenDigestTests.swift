import Testing

@testable import Curlew

struct WrittenDigestTests {
    private func digest(_ writes: [(String, Int64)]) -> (count: Int64, hex: String) {
        var digest = WrittenDigest()
        for (bytes, offset) in writes { digest.written(Array(bytes.utf8), at: offset) }
        return (digest.count, digest.digest.hex)
    }

    private static func hex(_ text: String) -> String { SHA256Hasher.digest(of: text.utf8).hex }

    @Test func bytesInOrderAreAdded() {
        #expect(digest([("ab", 0), ("", 2), ("c", 2)]) == (3, Self.hex("abc")))
    }

    @Test func theSameLastByteIsNotAddedTwice() {
        #expect(digest([("ab", 0), ("bc", 1)]) == (3, Self.hex("abc")))
        #expect(digest([("ab", 0), ("b", 1)]) == (2, Self.hex("ab")))
    }

    @Test(arguments: [("xc", Int64(1)), ("c", 3), ("abc", -1)]) func otherBytesLeaveNothing(
        bytes: String, offset: Int64
    ) {
        #expect(digest([("ab", 0), (bytes, offset)]).count == 0)
    }

    @Test func bytesFromTheStartBeginAgain() {
        #expect(digest([("ab", 0), ("xyz", 0)]) == (3, Self.hex("xyz")))
        #expect(digest([("a", 0), ("xyz", 0)]) == (3, Self.hex("xyz")))
        #expect(digest([("a", 0), ("ab", 0)]) == (2, Self.hex("ab")))
    }
}
