import Synchronization

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A response's body: a stream of chunks that is read once.
///
///     for try await chunk in response.body { … }          // as it arrives
///     let data = try await response.body.collect(upTo: 1 << 20)
///
/// Dropping an unread body ends its transfer.
public struct ResponseBody: AsyncSequence, Sendable {
    /// Chunks of bytes; none is empty.
    public typealias Element = Data
    /// Reading fails only with `NetworkError`.
    public typealias Failure = NetworkError

    private let reader: Reader

    private init(_ source: Source, end: ResponseBody.Completion = ResponseBody.Completion()) {
        reader = Reader(source, end: end)
    }

    private init(_ reader: Reader) {
        self.reader = reader
    }

    /// A body without bytes.
    public static var empty: Self { Self(.data(Data())) }

    /// A body of bytes in memory, with its trailers and final metrics.
    public static func data(_ data: Data, end: ResponseBody.Completion = ResponseBody.Completion()) -> Self {
        Self(.data(data), end: end)
    }

    /// A body whose chunks a closure produces, until it returns nil or throws.
    ///
    ///     .stream { try await exchange.nextChunk() } end: { exchange.end } cancel: { exchange.close() }
    ///
    /// - Parameters:
    ///   - next: returns the next chunk, nil at the end; called by one reader, and not again after the end. A
    ///     `NetworkError` that it throws reaches the reader; any other error becomes `.other`.
    ///   - end: returns trailers and final metrics; called after the end.
    ///   - cancel: called when no reader is left, possibly more than once and after the end. A waiting `next` must
    ///     then throw `.cancelled`.
    public static func stream(
        _ next: @escaping @Sendable () async throws -> Data?,
        end: @escaping @Sendable () -> ResponseBody.Completion = { ResponseBody.Completion() },
        cancel: @escaping @Sendable () -> Void = {}
    ) -> Self {
        Self(.closures(Closures(next: next, end: end, cancel: cancel)))
    }

    package static func channel(_ channel: BodyChannel) -> Self { Self(.channel(channel)) }

    /// The trailers, once the end was read (RFC 9110 §6.5); they are not part of the head's fields.
    public var trailers: HTTPFields { reader.end.trailers }

    /// The final metrics of the exchange, once the end was read; nil if the transport does not know them.
    public var metrics: TransferMetrics? { reader.end.metrics }

    /// Reads the whole body.
    ///
    /// Throws `.bodyTooLarge` as soon as the body exceeds `limit` bytes, and ends the transfer; otherwise throws what
    /// reading throws.
    public func collect(upTo limit: Int) async throws(NetworkError) -> Data {
        var iterator = makeAsyncIterator()
        if let data = iterator.wholeBody(upTo: limit) { return data }
        var collected = Data()
        while collected.count <= limit, let chunk = try await iterator.next() { collected.append(chunk) }
        guard collected.count <= limit else {
            reader.cancel()
            throw NetworkError(.bodyTooLarge, "the body has more than \(limit) bytes").updating {
                $0.keepPrefix(of: collected)
            }
        }
        return collected
    }

    /// Returns the same body; the closure is called once, with the final metrics, when it was read, failed or was
    /// dropped.
    package func observed(_ body: @escaping @Sendable (Ending, TransferMetrics?) -> Void) -> ResponseBody {
        ResponseBody(Reader(reader, observer: EndingObserver(body)))
    }

    /// Whether a closure produces the chunks.
    package var isFromClosure: Bool {
        if case .closures = reader.source { true } else { false }
    }

    /// Ends the transfer if it is still running; a reader gets `.cancelled`.
    package func cancel() {
        reader.cancel()
    }

    /// Starts reading; a second reader gets `.closed`.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: reader, isFirst: reader.claim())
    }

    /// Reads the body chunk by chunk.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private let reader: Reader
        private let isFirst: Bool
        private var isAtEnd = false

        fileprivate init(reader: Reader, isFirst: Bool) {
            self.reader = reader
            self.isFirst = isFirst
        }

        /// The next chunk, nil at the end.
        ///
        /// Throws what ended the transfer (`.incompleteBody`, `.timedOut`, `.connectionLost`, `.cancelled` and others), and
        /// `.closed` when the body was read before.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Data? {
            guard isFirst else {
                throw NetworkError(.closed, "the body was already read; it can be read only once")
            }
            guard let observer = reader.observer else { return try await read() }
            do throws(NetworkError) {
                let chunk = try await read()
                if chunk == nil { observer.ended(as: .complete, reader.end.metrics) }
                return chunk
            } catch {
                observer.ended(as: .failed(error), reader.end.metrics)
                throw error
            }
        }

        private mutating func read() async throws(NetworkError) -> Data? {
            switch reader.source {
            case .data(let data):
                defer { isAtEnd = true }
                return isAtEnd || data.isEmpty ? nil : data
            case .channel(let channel): return try await channel.next()
            case .closures(let closures): return try await chunk(from: closures.next)
            }
        }

        /// Returns a body in memory of at most `limit` bytes without suspending; nil for any other body.
        fileprivate mutating func wholeBody(upTo limit: Int) -> Data? {
            guard case .data(let data) = reader.source, isFirst, data.count <= limit else { return nil }
            isAtEnd = true
            reader.observer?.ended(as: .complete, reader.end.metrics)
            return data
        }

        /// Skips empty chunks, and does not call the closure again after its end.
        private mutating func chunk(
            from next: @Sendable () async throws -> Data?
        ) async throws(NetworkError) -> Data? {
            do {
                while !isAtEnd {
                    guard let chunk = try await next() else { break }
                    if !chunk.isEmpty { return chunk }
                }
                isAtEnd = true
                return nil
            } catch {
                isAtEnd = true
                throw .wrapping(error, as: .other, "the source of the body failed")
            }
        }
    }

    fileprivate enum Source: Sendable {
        case data(Data)
        case channel(BodyChannel)
        case closures(Closures)
    }

    fileprivate struct Closures: Sendable {
        let next: @Sendable () async throws -> Data?
        let end: @Sendable () -> ResponseBody.Completion
        let cancel: @Sendable () -> Void
    }

    /// Shared by the body's copies and its iterator; when the last of them is released, the transfer ends.
    fileprivate final class Reader: Sendable {
        let source: Source
        /// The end of a body in memory; not part of the source, which is copied often.
        private let endOfData: ResponseBody.Completion
        let observer: EndingObserver?
        /// The reader that this one wraps, whose release would end the transfer.
        private let origin: Reader?
        private let isClaimed = Atomic(false)

        init(_ source: Source, end: ResponseBody.Completion) {
            self.source = source
            endOfData = end
            observer = nil
            origin = nil
        }

        init(_ origin: Reader, observer: EndingObserver) {
            source = origin.source
            endOfData = origin.endOfData
            self.observer = observer
            self.origin = origin
        }

        deinit {
            cancel()
        }

        func claim() -> Bool { origin?.claim() ?? !isClaimed.exchange(true, ordering: .relaxed) }

        func cancel() {
            // First: the observer must know before a waiting reader resumes.
            observer?.ended(as: .abandoned, end.metrics)
            switch source {
            case .data: break
            case .channel(let channel): channel.cancel()
            case .closures(let closures): closures.cancel()
            }
        }

        var end: ResponseBody.Completion {
            switch source {
            case .data: endOfData
            case .channel(let channel): channel.end
            case .closures(let closures): closures.end()
            }
        }
    }
}
