import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

struct BodySegmentTests {
    private func content(of segment: BodySegment) -> Data? {
        if case .data(let data) = segment { data } else { nil }
    }

    @Test(arguments: [0, 1, 4096, 100_000]) func aFileWhoseSizeIsRightStaysAFile(size: Int) throws {
        try withTemporaryFile(Data(count: size)) { path in
            let segment = try BodySegment.file(path: path).measurable()
            #expect(content(of: segment) == nil)
            #expect(try RequestBody.file(path, range: 0..<Int64(size)).measurable().data == nil)
        }
    }

    #if os(Linux)
        @Test(arguments: ["/proc/version", "/proc/self/cmdline", "/sys/kernel/mm/ksm/run"])
        func aFileWhoseSizeIsNotKnownIsRead(path: String) throws {
            guard let expected = FileManager.default.contents(atPath: path) else { return }
            let segment = try BodySegment.file(path: path).measurable()
            #expect(content(of: segment) == expected)
            let body = try RequestBody.file(path).measurable()
            #expect(body.data == expected)
            #expect(body.contentType == "application/octet-stream")
            #expect(try RequestBody.file(path).measuredLength() == Int64(expected.count))
        }

        @Test func aRangeOfAFileWhoseSizeIsNotKnownIsRead() throws {
            let all = try #require(FileManager.default.contents(atPath: "/proc/version"))
            let count = Int64(all.count)
            for range in [0..<count, 3..<7, count..<count] {
                let body = try RequestBody.file("/proc/version", range: range).measurable()
                #expect(body.data == all[Int(range.lowerBound)..<Int(range.upperBound)])
                #expect(body.contentType == "application/octet-stream")
            }
            for range in [0..<count + 1, -1..<2, (count + 1)..<(count + 1)] {
                let error = #expect(throws: NetworkError.self) {
                    try RequestBody.file("/proc/version", range: range).measuredLength()
                }
                #expect(error?.code == .fileFailed)
                #expect(error?.message.contains("it has \(count) bytes") == true)
            }
        }

        @Test func theFilesOfAFormAreReadBeforeItIsSent() throws {
            let body = RequestBody.multipart([.file("a", path: "/proc/version"), .text("b", "1")])
            var request = try HTTPRequest(method: .post, url: "http://h/", body: body)
            #expect(request.body?.length == nil)
            request = try request.prepared()
            let length = try #require(request.body?.length)
            #expect(length > 200)
            #expect(request.fields[.contentType] == body.contentType)
        }

        @Test func aContentLengthIsComparedWithWhatIsRead() throws {
            let size = FileManager.default.contents(atPath: "/proc/version")?.count ?? 0
            let request = { (length: Int) in
                try HTTPRequest(
                    method: .put, url: "http://h/", fields: [.contentLength: "\(length)"],
                    body: .file("/proc/version")
                ).prepared()
            }
            #expect(try request(size).body?.data?.count == size)
            #expect(throws: NetworkError.self) { try request(0) }
        }
    #endif

    @Test(arguments: ["/dev/zero", "/dev/null", "/"]) func aFileThatIsNotRegularIsRefused(path: String) {
        for body: RequestBody in [.file(path), .multipart([.file("f", path: path)])] {
            let error = #expect(throws: NetworkError.self) {
                try HTTPRequest(method: .put, url: "http://h/", body: body).prepared().body?.measuredLength()
            }
            #expect(error?.code == .fileFailed)
        }
    }

    @Test(.timeLimit(.minutes(5))) func aPipeIsRefusedAtOnceAndNotWaitedFor() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/pipe"
            try #require(unsafe mkfifo(path, 0o600) == 0)
            let error = #expect(throws: NetworkError.self) { try RequestBody.file(path).measuredLength() }
            #expect(error?.code == .fileFailed)
            #expect(error?.message.contains("stream") == true)
        }
    }

    @Test func readingHasALimit() throws {
        try withTemporaryFile(Data(count: 1000)) { path in
            let content = try FileReader(path: path).readToEnd(upTo: 1000)
            #expect(content.count == 1000)
            let error = #expect(throws: NetworkError.self) {
                _ = try FileReader(path: path).readToEnd(upTo: 999)
            }
            #expect(error?.code == .fileFailed)
            #expect(error?.errno == EFBIG)
        }
    }
}
