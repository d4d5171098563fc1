#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The states of a body on its way from a transport to its reader; no I/O, no lock, no await.
///
/// Legal transitions: open → ended or cancelled; ended → cancelled. Buffered chunks are delivered before the end,
/// also before a failure.
package struct BodyChannelMachine {
    private enum State {
        case open(isPaused: Bool, isReaderWaiting: Bool)
        case ended(failure: NetworkError?)
        case cancelled
    }

    private var state = State.open(isPaused: false, isReaderWaiting: false)
    private var chunks = ChunkQueue()
    private let marks: BodyChannel.Marks

    package init(marks: BodyChannel.Marks) {
        self.marks = marks
    }

    /// What to do with a chunk: effects that are independent of each other.
    package struct ChunkOutcome: Equatable {
        package var deliverToReader: Data?
        package var pausesProducer = false
        /// The reader is gone: the chunk was not kept.
        package var isDiscarded = false
    }

    /// A chunk has arrived; an empty one is dropped, since readers are promised none.
    package mutating func chunkReceived(_ chunk: Data) -> ChunkOutcome {
        guard !chunk.isEmpty else { return ChunkOutcome() }
        switch state {
        case .open(let isPaused, isReaderWaiting: true):
            state = .open(isPaused: isPaused, isReaderWaiting: false)
            return ChunkOutcome(deliverToReader: chunk)
        case .open(let isPaused, isReaderWaiting: false):
            chunks.append(chunk)
            let isFull = chunks.byteCount >= marks.high
            state = .open(isPaused: isPaused || isFull, isReaderWaiting: false)
            return ChunkOutcome(pausesProducer: isFull && !isPaused)
        case .ended, .cancelled:
            return ChunkOutcome(isDiscarded: true)
        }
    }

    /// Returns whether a waiting reader must be resumed.
    package mutating func ended(failure: NetworkError?) -> Bool {
        switch state {
        case .open(_, let isReaderWaiting):
            state = .ended(failure: failure)
            return isReaderWaiting
        case .ended, .cancelled:
            return false
        }
    }

    package enum NextAction {
        case deliver(Data, resumesProducer: Bool)
        case finish
        case fail(NetworkError)
        case wait
    }

    package mutating func nextRequested() -> NextAction {
        switch state {
        case .open(let isPaused, let isReaderWaiting):
            guard !isReaderWaiting else { return .fail(Self.secondReader) }
            guard let chunk = chunks.popFirst() else {
                state = .open(isPaused: isPaused, isReaderWaiting: true)
                return .wait
            }
            let resumes = isPaused && chunks.byteCount <= marks.low
            state = .open(isPaused: isPaused && !resumes, isReaderWaiting: false)
            return .deliver(chunk, resumesProducer: resumes)
        case .ended(let failure):
            if let chunk = chunks.popFirst() { return .deliver(chunk, resumesProducer: false) }
            return failure.map { .fail($0) } ?? .finish
        case .cancelled:
            return .fail(.cancelled)
        }
    }

    /// Does not make the reader a waiting one: it calls `nextRequested` once it has a continuation to store.
    package mutating func nextRequestedWithoutWaiting() -> NextAction {
        if case .open(_, isReaderWaiting: false) = state, chunks.isEmpty { return .wait }
        return nextRequested()
    }

    /// What to do when the reader has gone.
    package struct CancelOutcome: Equatable {
        package var failsReader = false
        package var cancelsProducer = false
    }

    package mutating func cancelled() -> CancelOutcome {
        defer { chunks = ChunkQueue() }
        switch state {
        case .open(_, let isReaderWaiting):
            state = .cancelled
            return CancelOutcome(failsReader: isReaderWaiting, cancelsProducer: true)
        case .ended:
            state = .cancelled
            return CancelOutcome()
        case .cancelled:
            return CancelOutcome()
        }
    }

    private static var secondReader: NetworkError {
        NetworkError(.closed, "the body is being read by another task")
    }
}

/// Chunks in order, taken from the front without moving the others.
private struct ChunkQueue {
    private var chunks: [Data] = []
    private var firstIndex = 0
    private(set) var byteCount = 0

    var isEmpty: Bool { firstIndex == chunks.count }

    mutating func append(_ chunk: Data) {
        chunks.append(chunk)
        byteCount += chunk.count
    }

    mutating func popFirst() -> Data? {
        guard firstIndex < chunks.count else { return nil }
        let chunk = chunks[firstIndex]
        chunks[firstIndex] = Data()
        firstIndex += 1
        byteCount -= chunk.count
        // A queue that is never quite empty must not grow with the length of the body.
        if firstIndex == chunks.count || firstIndex >= 64 && firstIndex * 2 >= chunks.count { removeTaken() }
        return chunk
    }

    private mutating func removeTaken() {
        chunks.removeFirst(firstIndex)
        firstIndex = 0
    }
}
