import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hands a body on to its reader, and reports once what was read of it and how it ended.
final class RecordedBody: Sendable {
    /// What was read.
    struct Content {
        var data = Data()
        var chunks: [HARFile.Chunk] = []
        var failure: NetworkError?
        var isAbandoned = false
    }

    private let source: ResponseBody
    private let start = ContinuousClock.now
    private let state: Lock<(iterator: ResponseBody.AsyncIterator, content: Content, isEnded: Bool)>
    private let ended: @Sendable (Content) throws(NetworkError) -> Void

    init(_ source: ResponseBody, ended: @escaping @Sendable (Content) throws(NetworkError) -> Void) {
        self.source = source
        self.ended = ended
        state = Lock((source.makeAsyncIterator(), Content(), false))
    }

    /// The body for the reader.
    var body: ResponseBody {
        .stream {
            try await self.nextChunk()
        } end: {
            ResponseBody.Completion(trailers: self.source.trailers, metrics: self.source.metrics)
        } cancel: {
            self.source.cancel()
            // The exchange of an unread body is recorded, too; without a reader there is no one to tell of an error.
            try? self.end { $0.isAbandoned = true }
        }
    }

    private func nextChunk() async throws(NetworkError) -> Data? {
        var iterator = state.withLock { $0.iterator }
        do throws(NetworkError) {
            let chunk = try await iterator.next()
            guard let chunk else {
                try end { _ in }
                return nil
            }
            received(chunk, iterator)
            return chunk
        } catch {
            if error.code != .cancelled { try end { $0.failure = error } }
            throw error
        }
    }

    private func received(_ chunk: Data, _ iterator: ResponseBody.AsyncIterator) {
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        state.withLock { state in
            state.iterator = iterator
            state.content.data += chunk
            state.content.chunks.append(HARFile.Chunk(at: milliseconds, length: chunk.count))
        }
    }

    private func end(_ change: (inout Content) -> Void) throws(NetworkError) {
        let content = state.withLock { state -> Content? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            change(&state.content)
            return state.content
        }
        if let content { try ended(content) }
    }
}
