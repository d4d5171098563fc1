#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A body that is produced chunk by chunk, once.
package struct RequestStream: Sendable {
    package typealias Write = @Sendable (Data) async throws -> Void

    package let length: Int64?
    /// Calls `write` with each chunk in turn and returns at the end.
    package let produce: @Sendable (_ write: Write) async throws -> Void

    package init(length: Int64?, produce: @escaping @Sendable (_ write: Write) async throws -> Void) {
        self.length = length
        self.produce = produce
    }

    /// Reads segments one after another in chunks of 64 KiB; throws `.fileFailed`, as `produce` does.
    package init(_ segments: [BodySegment]) throws(NetworkError) {
        self.init(length: try SegmentReader(segments).size) { write in
            let reader = try SegmentReader(segments)
            while true {
                var chunk = Data(count: 64 * 1024)
                let count = unsafe try chunk.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
                if count == 0 { return }
                try await write(chunk.prefix(count))
            }
        }
    }
}
