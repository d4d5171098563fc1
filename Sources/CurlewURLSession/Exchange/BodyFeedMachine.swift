import CurlewTransport

/// Decides where the bytes of a body go: to the channel, or to a file while its reader is slower; no I/O, no lock.
///
/// One thread at a time writes to the channel. The thread that gets `.write` or `.read` does so and reports with
/// `written`; bytes that arrive meanwhile go to the file, which keeps the order.
struct BodyFeedMachine {
    private enum State {
        /// The reader keeps up.
        case flowing
        /// A thread writes to the channel; the reader may have caught up before that was reported.
        case writing(hasReaderCaughtUp: Bool)
        /// The channel is full.
        case paused
        case ended
    }

    private var state = State.flowing
    private var spooledBytes: Int64 = 0
    private var end: TaskMachine.BodyOutcome?

    /// What to do with a chunk that has arrived.
    enum ChunkAction: Equatable {
        case write
        case spool
        case discard
    }

    mutating func chunkReceived(_ count: Int) -> ChunkAction {
        guard end == nil else { return .discard }
        switch state {
        case .flowing:
            state = .writing(hasReaderCaughtUp: false)
            return .write
        case .writing, .paused:
            spooledBytes += Int64(count)
            return .spool
        case .ended:
            return .discard
        }
    }

    /// A chunk could not be written to the file.
    mutating func spoolFailed(_ count: Int) { spooledBytes -= Int64(count) }

    /// What to do next.
    enum NextAction {
        /// Read at most `upTo` bytes from the file and write them to the channel.
        case read(upTo: Int)
        case finish(failure: NetworkError?)
        case wait
    }

    /// A chunk was written to the channel.
    mutating func written(isFull: Bool) -> NextAction {
        switch state {
        case .writing(let hasReaderCaughtUp):
            if !isFull || hasReaderCaughtUp { return proceed() }
            state = .paused
            return .wait
        case .flowing, .paused, .ended:
            return .wait
        }
    }

    /// The reader has caught up.
    mutating func readerCaughtUp() -> NextAction {
        switch state {
        case .paused: return proceed()
        case .writing:
            state = .writing(hasReaderCaughtUp: true)
            return .wait
        case .flowing, .ended: return .wait
        }
    }

    /// The body has ended; the bytes in the file are delivered first.
    mutating func ended(_ outcome: TaskMachine.BodyOutcome) -> NextAction {
        guard end == nil else { return .wait }
        end = outcome
        switch state {
        case .flowing: return proceed()
        case .writing, .paused, .ended: return .wait
        }
    }

    private mutating func proceed() -> NextAction {
        if spooledBytes > 0 {
            let count = min(spooledBytes, Self.readSize)
            spooledBytes -= count
            state = .writing(hasReaderCaughtUp: false)
            return .read(upTo: Int(count))
        }
        guard let end else {
            state = .flowing
            return .wait
        }
        state = .ended
        return .finish(failure: end.failure)
    }

    private static let readSize: Int64 = 128 * 1024
}
