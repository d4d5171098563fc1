import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard input as the body of a request.
enum StandardInput {
    /// A stream of the input as it arrives; it can be read once, and is read only as fast as it is sent.
    static var body: RequestBody {
        .stream(AsyncThrowingStream { try await nextChunk() }, contentType: nil)
    }

    /// Whether it is a regular file, which can be read again as `/dev/stdin`.
    static var isFile: Bool { (try? FileReader(path: "/dev/stdin").size) != nil }

    // A read blocks its thread, which must not be one that runs tasks.
    private static let queue = DispatchQueue(label: "standard input")

    /// Nil at the end; throws `.fileFailed`, or `.cancelled` without waiting for more input.
    private static func nextChunk() async throws -> Data? {
        let chunks = AsyncThrowingStream<Data, any Error> { continuation in
            queue.async {
                do throws(NetworkError) {
                    continuation.yield(try readChunk())
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
        for try await chunk in chunks { return chunk.isEmpty ? nil : chunk }
        throw NetworkError.cancelled
    }

    /// Empty at the end; throws `.fileFailed`.
    private static func readChunk() throws(NetworkError) -> Data {
        var chunk = Data(count: 64 * 1024)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { bytes in
                unsafe read(STDIN_FILENO, bytes.baseAddress, bytes.count)
            }
            if count >= 0 { return chunk.prefix(count) }
            if errno != EINTR { throw .fileFailed("read", path: "standard input", errno: errno) }
        }
    }
}
