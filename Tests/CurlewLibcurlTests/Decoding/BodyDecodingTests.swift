import CurlewTransport
import Foundation
import Testing

@testable import CurlewLibcurl

struct BodyDecodingTests {
    private static let text = "hello, hello, hello"
    private static let gzipped = Array(
        Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA=") ?? Data())
    private static let gzip: HTTPFields = [.contentEncoding: "gzip"]
    private let pool = ChunkPool()

    /// Hands a part over, and again as long as the chunk was full; returns the text and how often that was.
    private func decode(
        _ part: [UInt8], by decoding: inout BodyDecoding, capacity: Int
    ) throws -> (text: String, count: Int) {
        var (text, count, isWhole) = (Data(), 0, false)
        while !isWhole {
            var chunk = Chunk.small(capacity)
            isWhole = unsafe try part.withUnsafeBytes { unsafe try decoding.decode($0, into: &chunk) }
            text += chunk.takeData(pool: pool)
            count += 1
        }
        return (String(decoding: text, as: UTF8.self), count)
    }

    @Test func aBodyWithoutCodingNeedsNone() {
        #expect(BodyDecoding([:], status: 200) == nil)
        #expect(BodyDecoding([.contentEncoding: "identity"], status: 200) == nil)
    }

    @Test(arguments: [(64, 1), (20, 1), (7, 3), (1, 20)])
    func aPieceThatFillsTheChunkIsDecodedFromWhereItStopped(capacity: Int, count: Int) throws {
        var decoding = try #require(BodyDecoding(Self.gzip, status: 200))
        let decoded = try decode(Self.gzipped, by: &decoding, capacity: capacity)
        #expect(decoded.text == Self.text)
        #expect(decoded.count == count)
        #expect(decoding.problemAtEnd == nil)
    }

    @Test(arguments: [1, 5, 12], [1, 4, 64])
    func piecesOfAnySizeMakeTheWholeBody(pieceSize: Int, capacity: Int) throws {
        var decoding = try #require(BodyDecoding(Self.gzip, status: 200))
        var text = ""
        for start in stride(from: 0, to: Self.gzipped.count, by: pieceSize) {
            let part = Array(Self.gzipped[start...].prefix(pieceSize))
            text += try decode(part, by: &decoding, capacity: capacity).text
        }
        #expect(text == Self.text)
        #expect(decoding.problemAtEnd == nil)
    }

    @Test func aBodyThatIsCutIsNotWhole() throws {
        var decoding = try #require(BodyDecoding(Self.gzip, status: 200))
        _ = try decode(Self.gzipped.dropLast(6), by: &decoding, capacity: 64)
        #expect(decoding.problemAtEnd?.code == .contentDecodingFailed)
    }

    @Test(arguments: [("gzip", 206), ("odd", 200)])
    func whatCannotBeDecodedFailsWithItsFirstByte(coding: String, status: Int) throws {
        var decoding = try #require(BodyDecoding([.contentEncoding: coding], status: status))
        #expect(decoding.problemAtEnd == nil, "no byte has come")
        #expect {
            _ = try decode([], by: &decoding, capacity: 64)
            _ = try decode([1], by: &decoding, capacity: 64)
        } throws: { NetworkError.Code.contentDecodingFailed ~= $0 }
    }
}
