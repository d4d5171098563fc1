import CurlewTransport
import Testing

struct HTTPFieldsFramingTests {
    @Test(arguments: [("0", 0), ("2", 2), ("2, 2", 2), ("9223372036854775807", Int64.max)])
    func takesOneNumber(value: String, length: Int64) {
        let fields: HTTPFields = [.contentLength: value]
        #expect(fields.bodyLength == .known(length))
    }

    @Test(arguments: ["", "-1", "+1", "2, 3", "x", "9223372036854775808", "2 3", "2,", ","])
    func refusesWhatIsNotOneNumber(value: String) {
        let fields: HTTPFields = [.contentLength: value]
        #expect(fields.bodyLength == .contradictory)
    }

    @Test func comparesRepeatedFields() {
        let same: HTTPFields = [.contentLength: "5", .contentLength: "5"]
        let different: HTTPFields = [.contentLength: "5", "content-length": "6"]
        #expect(same.bodyLength == .known(5))
        #expect(different.bodyLength == .contradictory)
    }

    @Test(arguments: ["chunked", "CHUNKED", "chunked,", " chunked\t", ", chunked"])
    func readsOneChunkedCoding(value: String) {
        let fields: HTTPFields = [.transferEncoding: value]
        #expect(fields.isTransferCodingReadable)
        #expect(HTTPFields().isTransferCodingReadable)
    }

    @Test(arguments: [
        "", "gzip, chunked", "chunked, chunked", "identity", "identity, chunked", "chunked, identity", "gzip",
        "chunked;q=1", "chun ked", "xchunked",
    ])
    func readsNoOtherTransferCoding(value: String) {
        let fields: HTTPFields = [.transferEncoding: value]
        #expect(!fields.isTransferCodingReadable)
        let repeated: HTTPFields = [.transferEncoding: "chunked", .transferEncoding: value]
        #expect(repeated.isTransferCodingReadable == value.isEmpty)
    }

    @Test(arguments: [
        (206, "gzip", "bytes 0-9/20", false), (206, "gzip", "bytes 10-19/20", false),
        (206, "br", "bytes 0-9/*", false), (206, "gzip", "", false), (206, "gzip", "bytes 0-19/20", true),
        (206, "identity", "bytes 0-9/20", true), (206, "", "bytes 0-9/20", true),
        (200, "gzip", "bytes 0-9/20", true),
    ])
    func aPartOfEncodedDataCannotBeDecoded(status: Int, coding: String, range: String, isDecodable: Bool) {
        let fields: HTTPFields = [.contentEncoding: coding, .contentRange: range]
        #expect((fields.decodingProblem(status: status) == nil) == isDecodable)
    }

    @Test(arguments: ["2", "2, 3"]) func isIgnoredTogetherWithTransferEncoding(value: String) {
        let fields: HTTPFields = [.contentLength: value, .transferEncoding: "chunked"]
        #expect(fields.bodyLength == .unknown)
        #expect(HTTPFields().bodyLength == .unknown)
    }
}
