#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import CurlewTransport

/// The states of a streamed request body between the task that produces it and the loop; no I/O, no lock, no await.
///
/// It holds one chunk: the producer waits until the loop has taken it, unless it completes a declared length; then
/// the chunk waits for the stream's end. Legal transitions: open → ended or closed, ended → closed.
struct UploadMachine {
    private enum State {
        case open
        case ended(NetworkError?)
        case closed
    }

    private var state = State.open
    private var chunk = Data()
    private var isLoopStarved = false
    private var isProducerWaiting = false
    private var remaining: Int64?

    init(length: Int64?) {
        remaining = length
    }

    enum OfferAction: Equatable {
        /// Taken; the producer must wait, and the loop must be notified if it had found nothing.
        case wait(wakesLoop: Bool)
        /// Taken, and held until the stream has ended: the stream may produce more than its length.
        case proceed
        /// The exchange is over, or it fails and the loop may have to be notified.
        case refuse(wakesLoop: Bool)
    }

    mutating func chunkOffered(_ offered: Data) -> OfferAction {
        guard case .open = state else { return .refuse(wakesLoop: false) }
        if let remaining, offered.count > remaining { return exceeded() }
        remaining = remaining.map { $0 - Int64(offered.count) }
        chunk = offered
        guard remaining != 0 else { return .proceed }
        isProducerWaiting = true
        return .wait(wakesLoop: isLoopStarved)
    }

    private mutating func exceeded() -> OfferAction {
        state = .ended(.streamTooLong)
        chunk = Data()
        return .refuse(wakesLoop: isLoopStarved)
    }

    /// The producer is done; returns whether the loop must be notified.
    mutating func ended(_ failure: NetworkError?) -> Bool {
        guard case .open = state else { return isLoopStarved }
        if failure == nil, let remaining, remaining > 0 {
            state = .ended(.streamTooShort(by: remaining))
        } else {
            state = .ended(failure)
        }
        return isLoopStarved
    }

    enum ReadAction: Equatable {
        case bytes(Data, resumesProducer: Bool)
        case pause
        case end
        case fail
    }

    /// The loop wants at most n bytes.
    mutating func bytesWanted(_ count: Int) -> ReadAction {
        isLoopStarved = false
        if !chunk.isEmpty, !isLastChunkHeld { return take(count) }
        switch state {
        case .open:
            isLoopStarved = true
            return .pause
        case .ended(let failure): return failure == nil ? .end : .fail
        case .closed: return .fail
        }
    }

    private var isLastChunkHeld: Bool {
        if case .open = state { remaining == 0 } else { false }
    }

    private mutating func take(_ count: Int) -> ReadAction {
        let taken = chunk.prefix(count)
        chunk = chunk.dropFirst(count)
        let resumes = chunk.isEmpty && isProducerWaiting
        if resumes { isProducerWaiting = false }
        return .bytes(taken, resumesProducer: resumes)
    }

    var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    /// Why the producer failed.
    var failure: NetworkError? {
        if case .ended(let failure) = state { failure } else { nil }
    }

    /// The exchange is over; returns whether the producer waits.
    mutating func closed() -> Bool {
        state = .closed
        chunk = Data()
        defer { isProducerWaiting = false }
        return isProducerWaiting
    }
}
