import Curlew
import Foundation
import Testing

@testable import CurlewLibcurl

struct ContentDecoderTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let coding: String
        let bytes: [UInt8]
        var text = "hello, hello, hello"

        init(_ coding: String, _ base64: String) {
            self.coding = coding
            bytes = Array(Data(base64Encoded: base64) ?? Data())
        }

        var testDescription: String { "\(coding), \(bytes.count) bytes" }
    }

    static let samples = [
        Sample("gzip", "H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA="),
        Sample("deflate", "eNrLSM3JyddRyECiAEQoBtU="),
        Sample("deflate", "y0jNycnXUchAogA="),
        Sample("br", "GxIA+I2Ubt5ECVKGlmwsbxFPJNBxAA=="),
        Sample("zstd", "KLUv/SATbQAAOGhlbGxvLCABAOKKEQ=="),
        Sample("zstd", "KLUv/SQTbQAAOGhlbGxvLCABAOKKEXXzmI4="),
        Sample("deflate, gzip", "H4sIAAAAAAACA6u4ddrj7MmT1wNPOCxicNFguwoAUQ6lrREAAAA="),
    ]

    /// Decodes with input and output buffers of these sizes.
    private func decode(
        _ bytes: [UInt8], _ coding: String, inputSize: Int = .max, outputSize: Int = 64
    ) throws -> (text: String, isComplete: Bool) {
        let decoder = try #require(
            ContentCodings.decoder(for: ([.contentEncoding: coding] as HTTPFields).contentCodings))
        var (result, output) = ([UInt8](), [UInt8](repeating: 0, count: outputSize))
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(inputSize))
            rest = rest.dropFirst(inputSize)
            unsafe try part.withUnsafeBytes { start in
                var input = unsafe start
                var count = outputSize
                while count == outputSize {
                    count = unsafe try output.withUnsafeMutableBytes {
                        unsafe try decoder.decode(&input, into: $0)
                    }
                    result += output.prefix(count)
                }
                #expect(input.count == 0)
            }
        }
        return (String(decoding: result, as: UTF8.self), decoder.isComplete)
    }

    @Test func muchThatDecodesToNothingIsRefused() throws {
        // A million empty gzip members, compressed twice more.
        let bytes = Array(Data(base64Encoded: Self.barren) ?? Data())
        #expect(throws: NetworkError.self) { try decode(bytes, "gzip, gzip, gzip") }
    }

    @Test(arguments: [1, 2, 3]) func muchThatIsPutTogetherFromLittleIsDecoded(inputSize: Int) throws {
        let bytes = Array(Data(base64Encoded: Self.list) ?? Data())
        let (text, isComplete) = try decode(bytes, "gzip, gzip", inputSize: inputSize)
        #expect(isComplete)
        #expect(text.utf8.count == 472)
    }

    /// A JSON list, compressed twice: the inner coding outputs its first byte only after much input.
    private static let list =
        """
        H4sIAAAAAAACAwGUAGv/H4sIAAAAAAACA3XRwQrCMAwG4FcpOe/QNE3T+CriYeAEcZvg5kl8d3sQSYXcEvj4A/mPL7ie4RDi\
        EGAdl6mNsEZo2/3W5ss4b9N7CF+FVinqz+2Pp2HJskrVYWSZsHhXs3VFihPHlrGyw0rHMHtXxbpM5MRVy4iTw9SyJOh+uCsC\
        NTp52FWB8a+K0wfoLDeu2AEAAJH3TsmUAAAA
        """

    private static let barren =
        """
        H4sIAAAAAAACA+3dvUpCARgG4KMuQoTnBk4hCE2JTiFeQG1t3YBTNKlQoDcQJOIFNLS1KSiNjsKZGgscnIQWfxah8cRx7A4O\
        PN/wXMA7v7zf+UsxSC9f2MT106BWDGr5UjUc3E9b1eVsFt3eLa4+Gz+vXQAAAAAAAAAAAAAAAAAAkAmeNnE5l5YDR8kkKvf2\
        899VHwAAAAAAAAAAAAAAAAAAZIizx/XouBQYJ9/DUCYAAAAAAAAAAAAAAAAAAGSOUrNzcywDrpOH62eZAAAAAAAAAAAAAAAA\
        AACQOd6jRiXtAoaH5ONiELY9TwYAAAAAAAAAAACA/3ydjN922+CynvsDCZ5zrqe9AAA=
        """

    @Test(arguments: samples, [1, 2, 7, 1000]) func decodesWhateverTheSizesOfThePieces(
        sample: Sample, inputSize: Int
    ) throws {
        for outputSize in [1, 3, 19, 64] {
            let (text, isComplete) = try decode(
                sample.bytes, sample.coding, inputSize: inputSize, outputSize: outputSize)
            #expect(text == sample.text)
            #expect(isComplete)
        }
    }

    @Test(arguments: samples) func knowsThatACutBodyIsNotAll(sample: Sample) throws {
        for count in 1..<sample.bytes.count {
            let (text, isComplete) = try decode(Array(sample.bytes.prefix(count)), sample.coding)
            #expect(!isComplete, "cut after \(count) bytes")
            #expect(sample.text.hasPrefix(text))
        }
    }

    @Test(arguments: samples, [[0x41], [0x00], [0x1F, 0x00]] as [[UInt8]]) func refusesBytesBehindTheEnd(
        sample: Sample, trailing: [UInt8]
    ) {
        for inputSize in [1, 1000] {
            #expect {
                let (_, isComplete) = try decode(
                    sample.bytes + trailing, sample.coding, inputSize: inputSize)
                // The beginning of a frame that could continue, but does not.
                if !isComplete { throw NetworkError.undecodable(sample.coding, "is cut") }
            } throws: { error in
                NetworkError.Code.contentDecodingFailed ~= error
            }
        }
    }

    @Test(arguments: ["gzip", "zstd"]) func decodesMembersOneAfterAnother(coding: String) throws {
        let sample = try #require(Self.samples.first { $0.coding == coding })
        for inputSize in [1, 1000] {
            let (text, isComplete) = try decode(
                sample.bytes + sample.bytes + sample.bytes, coding, inputSize: inputSize)
            #expect(text == sample.text + sample.text + sample.text)
            #expect(isComplete)
        }
    }

    @Test func noBytesAreAWholeBody() throws {
        for coding in ["gzip", "deflate", "br", "zstd", "foo", "gzip, br"] {
            #expect(try decode([], coding).isComplete)
        }
    }

    @Test func refusesAZstdWindowAbove8MiB() {
        let window64MiB = Array(Data(base64Encoded: "KLUv/QCAbQAAOGhlbGxvLCABAOKKEQ==") ?? Data())
        #expect { try decode(window64MiB, "zstd") } throws: { NetworkError.Code.contentDecodingFailed ~= $0 }
    }

    @Test func findsTheLibrariesThatLibcurlHasLoaded() {
        #expect(ContentCodings.known == ["gzip", "deflate", "br", "zstd"])
    }
}
