import CurlewTransport
import Foundation

/// Feeds the body's channel, and keeps bytes for which the reader is not ready in a file.
///
/// FoundationNetworking cannot be paused: it delivers bytes as fast as the server sends them.
final class BodyFeed: BodyProducer {
    private struct Storage {
        var machine = BodyFeedMachine()
        /// Nil once the body has ended, to break the reference cycle of channel and feed.
        var channel: BodyChannel?
        var file: SpoolFile?
    }

    private let storage = Lock(Storage())
    private let exchange: Exchange
    private let spoolLimit: Int64

    init(exchange: Exchange, spoolLimit: Int64) {
        self.exchange = exchange
        self.spoolLimit = spoolLimit
    }

    /// Makes the channel; call it once, before anything else.
    func open() -> BodyChannel {
        let channel = BodyChannel(producer: self)
        storage.withLock { $0.channel = channel }
        return channel
    }

    /// Bytes have arrived; throws `.fileFailed` if they cannot be kept.
    func chunkReceived(_ chunk: Data) throws(NetworkError) {
        let channel = try storage.withLock { storage throws(NetworkError) -> BodyChannel? in
            switch storage.machine.chunkReceived(chunk.count) {
            case .write: return storage.channel
            case .spool:
                // Inside the lock: no thread may take the bytes before they are written.
                try spool(chunk, in: &storage)
                return nil
            case .discard: return nil
            }
        }
        if let channel { perform(write(chunk, to: channel)) }
    }

    private func spool(_ chunk: Data, in storage: inout Storage) throws(NetworkError) {
        do throws(NetworkError) {
            if storage.file == nil { storage.file = try SpoolFile(limit: spoolLimit) }
            try storage.file?.append(chunk)
        } catch {
            storage.machine.spoolFailed(chunk.count)
            throw error
        }
    }

    /// The body has ended; its reader learns of it after the spooled bytes.
    func ended(_ outcome: TaskMachine.BodyOutcome) {
        perform(storage.withLock { $0.machine.ended(outcome) })
    }

    func resumeBody() {
        perform(storage.withLock { $0.machine.readerCaughtUp() })
    }

    func cancelBody() {
        storage.withLock { storage in
            storage.channel = nil
            storage.file = nil
        }
        exchange.abandon(.cancelled)
    }

    private func perform(_ first: BodyFeedMachine.NextAction) {
        var next = first
        while true {
            guard let channel = storage.withLock({ $0.channel }) else { return }
            switch next {
            case .wait: return
            case .finish(let failure): return finish(channel, failure)
            case .read(let count):
                do throws(NetworkError) {
                    next = write(try take(count), to: channel)
                } catch {
                    finish(channel, error)
                    return exchange.abandon(error)
                }
            }
        }
    }

    private func take(_ count: Int) throws(NetworkError) -> Data {
        guard let file = storage.withLock({ $0.file }) else { return Data() }
        return try file.take(count)
    }

    private func write(_ chunk: Data, to channel: BodyChannel) -> BodyFeedMachine.NextAction {
        let isFull = channel.write(chunk)
        return storage.withLock { $0.machine.written(isFull: isFull) }
    }

    private func finish(_ channel: BodyChannel, _ failure: NetworkError?) {
        storage.withLock { storage in
            storage.channel = nil
            storage.file = nil
        }
        channel.finish(exchange.bodyEnd, failure: failure)
    }
}
