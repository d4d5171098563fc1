import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The same chunks for each reader, since a case runs on several transports.
struct Chunks: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<Data>

        mutating func next() async -> Data? { rest.popFirst() }
    }

    private let chunks: [Data]

    init(_ chunks: [Data]) {
        self.chunks = chunks
    }

    /// Zeros in chunks of 10,000 bytes.
    static func zeros(_ count: Int) -> Chunks {
        Chunks(Array(repeating: Data(count: 10_000), count: count / 10_000))
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }
}

extension RequestBody {
    /// A stream of the text in chunks of one byte.
    static func chunks(_ text: String, length: Int64? = nil) -> Self {
        .stream(Chunks(text.utf8.map { Data([$0]) }), length: length, contentType: nil)
    }

    /// A stream that gives nothing as long as its reader waits; the gate counts how often it was asked.
    static func silent(_ asked: Gate = Gate()) -> Self {
        .stream(
            AsyncStream<Data> {
                asked.pass()
                try? await Task.sleep(for: .seconds(3600))
                return nil
            }, contentType: nil)
    }
}
