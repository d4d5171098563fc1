import Curlew
import Testing

struct HTTPFieldsFramingTests {
    @Test(arguments: ["0", "2", "2, 2", "9223372036854775807"]) func takesOneNumber(value: String) {
        let fields: HTTPFields = [.contentLength: value]
        #expect(fields.hasUsableLength)
    }

    @Test(arguments: ["", "-1", "+1", "2, 3", "x", "9223372036854775808", "2 3"])
    func refusesWhatIsNotOneNumber(value: String) {
        let fields: HTTPFields = [.contentLength: value]
        #expect(!fields.hasUsableLength)
    }

    @Test func comparesRepeatedFields() {
        let same: HTTPFields = [.contentLength: "5", .contentLength: "5"]
        let different: HTTPFields = [.contentLength: "5", "content-length": "6"]
        #expect(same.hasUsableLength && !different.hasUsableLength)
    }

    @Test func doesNotCountBesideTransferEncoding() {
        let fields: HTTPFields = [.contentLength: "2, 3", .transferEncoding: "chunked"]
        #expect(fields.hasUsableLength && HTTPFields().hasUsableLength)
    }
}
