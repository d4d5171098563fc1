#if canImport(FoundationNetworking)
    import Curlew
    import Foundation
    import Testing

    @testable import CurlewURLSession

    struct FileStreamTests {
        @Test func givesAsManyBytesAsThereWereHoweverTheFileChanges() throws {
            let file = try TemporaryFile()
            defer { withExtendedLifetime(file) {} }
            _ = try file.append(Data("abcdef".utf8))
            let path = file.path
            let stream = try FileStream(path: path) { _ in }
            _ = try file.append(Data("ghi".utf8))
            var buffer = [UInt8](repeating: 0, count: 4)
            #expect(unsafe stream.read(&buffer, maxLength: 4) == 4)
            #expect(buffer == Array("abcd".utf8))
            #expect(unsafe stream.read(&buffer, maxLength: 4) == 2)
            #expect(!stream.hasBytesAvailable)
            var failure: NetworkError?
            let shrinking = try FileStream(path: path) { failure = $0 }
            #expect(unsafe truncate(path, 0) == 0)
            #expect(unsafe shrinking.read(&buffer, maxLength: 4) == -1)
            #expect(failure?.code == .fileFailed)
        }
    }
#endif
