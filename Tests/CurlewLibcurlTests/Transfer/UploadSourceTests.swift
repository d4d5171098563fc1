import CurlewTransport
import Foundation
import Testing

@testable import CurlewLibcurl

struct UploadSourceTests {
    private let fixture: TransferFixture

    init() throws {
        fixture = try TransferFixture()
    }

    private func source(_ body: RequestBody?, expectContinue: Bool = false) async throws -> UploadSource? {
        try UploadSource(
            try await fixture.start(
                HTTPRequest(
                    method: .put, url: "http://a", body: body,
                    options: .init(expectContinue: expectContinue))))
    }

    private func required(_ body: RequestBody) async throws -> UploadSource {
        let source = try await source(body)
        return try #require(source)
    }

    /// Reads to the end with a buffer of that size.
    private func rest(of source: UploadSource, by size: Int) throws -> Data {
        var (data, buffer) = (Data(), [UInt8](repeating: 0, count: size))
        while true {
            let outcome = unsafe buffer.withUnsafeMutableBytes { unsafe source.read(into: $0) }
            guard case .bytes(let count) = outcome else { throw NetworkError(.other, "\(outcome)") }
            if count == 0 { return data }
            data += buffer.prefix(count)
        }
    }

    @Test func whatCurlIsGivenAtOnceHasNoSource() async throws {
        for body in [nil, .data(Data()), .data(Data(count: UploadSource.inlineLimit))] as [RequestBody?] {
            let source = try await source(body)
            #expect(source == nil)
        }
        let empty = try await source(.data(Data()), expectContinue: true)
        #expect(empty == nil)
    }

    @Test func aSmallBodyIsAskedForWhereItsProgressMatters() async throws {
        let asking = try await source(.data(Data(count: 1)), expectContinue: true)
        #expect(asking?.length == 1)
        let reported = try await source(.data(Data(count: 1)).reporting { _ in })
        #expect(reported?.isReported == true)
    }

    @Test(arguments: [1000, 65_536, 1 << 20]) func dataIsReadInOrderAndOnce(size: Int) async throws {
        let data = Data.pattern(200_000)
        let source = try await required(.data(data))
        #expect(source.length == 200_000)
        #expect(source.hasContent)
        #expect(!source.hasStarted)
        #expect(!source.isReported)
        #expect(try rest(of: source, by: size) == data)
        #expect(source.hasStarted)
        #expect(try rest(of: source, by: size).isEmpty)
    }

    @Test(arguments: [0, 1, 150_000, 200_000]) func dataAndFilesAreReadAgainFromAnyOffset(offset: Int)
        async throws
    {
        let data = Data.pattern(200_000)
        try await withTemporaryFile(data) { path in
            for body in [RequestBody.data(data), .file(path)] {
                let source = try await required(body)
                #expect(try rest(of: source, by: 70_000) == data)
                #expect(source.rewind(to: Int64(offset)))
                #expect(source.hasStarted == (offset > 0))
                #expect(try rest(of: source, by: 70_000) == data.dropFirst(offset))
            }
        }
    }

    @Test func aStreamIsNotReadTwice() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        let source = try await required(.stream(stream, length: 5))
        #expect(source.length == 5)
        #expect(source.rewind(to: 0), "nothing was read")
        #expect(!source.rewind(to: 1))
        source.close()
        continuation.finish()
    }

    @Test func aStreamThatIsNotReadyPauses() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        let source = try await required(.stream(stream))
        #expect(source.length == nil)
        var buffer = [UInt8](repeating: 0, count: 10)
        let outcome = unsafe buffer.withUnsafeMutableBytes { unsafe source.read(into: $0) }
        guard case .pause = outcome else { throw NetworkError(.other, "\(outcome)") }
        source.close()
        continuation.finish()
    }

    @Test(arguments: ["/nonexistent/file", "/tmp"]) func aFileThatCannotBeReadIsAnError(path: String) async {
        await #expect { _ = try await source(.file(path)) } throws: { NetworkError.Code.fileFailed ~= $0 }
    }

    @Test func anEmptyFileHasNoContent() async throws {
        try await withTemporaryFile(Data()) { path in
            let source = try await required(.file(path))
            #expect(source.length == 0)
            #expect(!source.hasContent)
        }
    }
}
