#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The side of a transfer that fills a `BodyChannel`.
package protocol BodyProducer: AnyObject, Sendable {
    /// The reader has caught up: resume receiving.
    ///
    /// It may be called before the `write` that requests the pause has returned. Handle it on the thread or queue
    /// that writes, so that it takes effect after the pause.
    func resumeBody()
    /// The reader is gone: end the transfer.
    func cancelBody()
}

/// Carries a body from a transport to one reader, pausing the transport while the reader is slower.
package final class BodyChannel: Sendable {
    /// The buffered bytes at which the producer pauses, and at which it resumes.
    package struct Marks: Sendable {
        package var high: Int
        package var low: Int

        package init(high: Int = 512 * 1024, low: Int = 256 * 1024) {
            self.high = high
            self.low = low
        }
    }

    private struct Storage {
        var machine: BodyChannelMachine
        var waiter: NetworkContinuation<Data?>?
        var end = ResponseBody.Completion()
    }

    private let storage: Lock<Storage>
    private let producer: any BodyProducer

    package init(producer: any BodyProducer, marks: Marks = Marks()) {
        self.producer = producer
        storage = Lock(Storage(machine: BodyChannelMachine(marks: marks)))
    }

    /// Hands over a chunk; returns whether the producer must pause.
    package func write(_ chunk: Data) -> Bool {
        let (outcome, waiter) = storage.withLock { storage in
            let outcome = storage.machine.chunkReceived(chunk)
            return (outcome, outcome.deliverToReader == nil ? nil : storage.waiter.take())
        }
        waiter?.resume(with: .success(outcome.deliverToReader))
        return outcome.pausesProducer
    }

    /// Ends the body, successfully or with a failure.
    package func finish(_ end: ResponseBody.Completion, failure: NetworkError? = nil) {
        let waiter = storage.withLock { storage -> NetworkContinuation<Data?>? in
            storage.end = end
            return storage.machine.ended(failure: failure) ? storage.waiter.take() : nil
        }
        waiter?.resume(with: failure.map { .failure($0) } ?? .success(nil))
    }

    /// The next chunk, nil at the end; throws what ended the transfer, and `.cancelled` when the task is cancelled.
    package func next() async throws(NetworkError) -> Data? {
        guard !Task.isCancelled else {
            cancel()
            throw .cancelled
        }
        switch storage.withLock({ $0.machine.nextRequestedWithoutWaiting() }) {
        case .deliver(let chunk, let resumesProducer):
            if resumesProducer { producer.resumeBody() }
            return chunk
        case .finish: return nil
        case .fail(let error): throw error
        case .wait: return try await wait()
        }
    }

    private func wait() async throws(NetworkError) -> Data? {
        try await withNetworkContinuation { continuation in
            // Decide again under the lock that stores the continuation: a chunk may have arrived in between.
            let action = storage.withLock { storage in
                let action = storage.machine.nextRequested()
                if case .wait = action { storage.waiter = continuation }
                return action
            }
            switch action {
            case .deliver(let chunk, let resumesProducer):
                if resumesProducer { producer.resumeBody() }
                continuation.resume(with: .success(chunk))
            case .finish: continuation.resume(with: .success(nil))
            case .fail(let error): continuation.resume(with: .failure(error))
            case .wait: break
            }
        } onCancel: {
            cancel()
        }
    }

    /// The reader is gone, or its task was cancelled.
    package func cancel() {
        let (outcome, waiter) = storage.withLock { storage in
            let outcome = storage.machine.cancelled()
            return (outcome, outcome.failsReader ? storage.waiter.take() : nil)
        }
        if outcome.cancelsProducer { producer.cancelBody() }
        waiter?.resume(with: .failure(.cancelled))
    }

    /// The trailers and final metrics.
    package var end: ResponseBody.Completion { storage.withLock { $0.end } }
}
