import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

/// RFC 7578, RFC 2046 §5.1.1, WHATWG HTML §4.10.22.8.
struct MultipartFormTests {
    private func text(_ parts: [MultipartPart]) throws -> String {
        let form = MultipartForm(parts, boundary: "B")
        let reader = try SegmentReader(form.segments)
        var data = Data()
        while true {
            var chunk = Data(count: 7)
            let count = unsafe try chunk.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
            if count == 0 { break }
            data += chunk.prefix(count)
        }
        #expect(reader.size == Int64(data.count))
        return String(decoding: data, as: UTF8.self)
    }

    @Test func aFieldsBytesAreSentAsTheyAre() {
        var fields: HTTPFields = [:]
        fields.append(HTTPField(name: "X-A", bytes: [0xE9]))
        let part = MultipartPart.data("a", Data(), contentType: nil, fields: fields)
        let line = Data("X-A: ".utf8) + [0xE9] + Data("\r\n\r\n".utf8)
        let endsWithIt = part.head.suffix(line.count) == line
        #expect(endsWithIt)
    }

    @Test func writesTextsAndFiles() throws {
        try withTemporaryFile(Data("a,b\r\n".utf8)) { path in
            let parts: [MultipartPart] = [
                .text("title", "é\n"), .data("raw", Data([0x31]), contentType: nil),
                .data(
                    "note", Data("x".utf8), fileName: "n.txt", contentType: "text/plain", fields: ["X-A": "1"]
                ),
                .file("table", path: path, contentType: "text/csv"),
                .file("again", path: path, fileName: "é.csv"),
            ]
            let expected = [
                "--B", "Content-Disposition: form-data; name=\"title\"", "", "é\n",
                "--B", "Content-Disposition: form-data; name=\"raw\"", "", "1",
                "--B", "Content-Disposition: form-data; name=\"note\"; filename=\"n.txt\"",
                "Content-Type: text/plain", "X-A: 1", "", "x",
                "--B", "Content-Disposition: form-data; name=\"table\"; filename=\"file\"",
                "Content-Type: text/csv", "", "a,b\r\n",
                "--B", "Content-Disposition: form-data; name=\"again\"; filename=\"é.csv\"",
                "Content-Type: application/octet-stream", "", "a,b\r\n", "--B--", "",
            ].joined(separator: "\r\n")
            let found = try text(parts)
            #expect(found == expected)
        }
    }

    @Test func writesAnEmptyForm() throws {
        #expect(try text([]) == "--B--\r\n")
        #expect(RequestBody.multipart([]).length == Int64("--curlew---\r\n".utf8.count + 36))
    }

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\nb", "a%0Ab"), ("a%22", "a%22"), ("\\\"", "\\%22"),
        ("é😀\"\u{301}", "é😀%22\u{301}"), ("a;b='c'", "a;b='c'"), ("\t", "\t"), ("", ""),
        ("x\"\r\nX-Injected: 1\r\n\r\n--B--", "x%22%0D%0AX-Injected: 1%0D%0A%0D%0A--B--"),
    ])
    func escapesNamesAndFileNames(name: String, escaped: String) throws {
        let found = try text([.data(name, Data(), fileName: name, contentType: nil)])
        let line = "Content-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\""
        #expect(found == "--B\r\n\(line)\r\n\r\n\r\n--B--\r\n")
    }

    @Test(arguments: [
        MultipartPart.data("a", Data(), contentType: "text/plain\r\nX-Injected: 1"),
        .data("a", Data(), contentType: "text/plain\n"), .data("a", Data(), contentType: "\0"),
        .data("a", Data(), fields: ["X-A": "1\r\nX-Injected: 2"]),
        .data("a", Data(), fields: ["X-A": "1\n2"]),
        .data("a", Data(), fields: ["X A": "1"]), .data("a", Data(), fields: ["X:A": "1"]),
        .data("a", Data(), fields: ["": "1"]), .data("a", Data(), fields: ["X\r\nA": "1"]),
        .data("a", Data(), fields: ["content-disposition": "form-data"]),
        .data("a", Data(), fields: ["Content-Type": "text/plain"]), .text("a\0b", ""), .text("a\u{7F}", ""),
        .file("a", path: "/x", fileName: "\u{1B}[0m"),
    ])
    func refusesWhatWouldMakeAnotherField(part: MultipartPart) throws {
        let request = try HTTPRequest(
            method: .post, url: "http://example.com", body: .multipart([.text("ok", "1"), part]))
        let error = #expect(throws: NetworkError.self) { try request.prepared() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("Injected") == false)
    }

    @Test func theBoundaryIsRandomAndShortEnough() {
        let boundaries = Set((0..<100).map { _ in MultipartForm([]).boundary })
        #expect(boundaries.count == 100)
        #expect(boundaries.allSatisfy { $0.utf8.count <= 70 && $0.utf8.allSatisfy { $0 != 0x20 } })
    }

    @Test func isResentWithAKnownLengthIfNoFileIsAPart() throws {
        let body = RequestBody.multipart([.text("a", "1"), .data("b", Data(count: 100_000))])
        #expect(body.isReplayable)
        #expect(body.length.map { $0 > 100_000 } == true)
        #expect(body.contentType?.hasPrefix("multipart/form-data; boundary=curlew-") == true)
        #expect(RequestBody.multipart([.file("a", path: "/x")]).length == nil)
    }

    @Test func holdsToAContentLengthOfTheCaller() throws {
        try withTemporaryFile(Data(count: 10)) { path in
            let body = RequestBody.multipart([.file("a", path: path)])
            guard case .multipart(let form) = body.content else { return }
            let size = try SegmentReader(form.segments).size
            var request = try HTTPRequest(method: .post, url: "http://example.com", body: body)
            request.fields[.contentLength] = "\(size)"
            #expect(try request.prepared().fields.contains(.contentLength) == false)
            request.fields[.contentLength] = "\(size + 1)"
            #expect(throws: NetworkError.self) { try request.prepared() }
        }
    }
}
