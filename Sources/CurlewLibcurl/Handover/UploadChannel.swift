#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import CurlewTransport

/// Carries a streamed request body, chunk by chunk, from the task that produces it to the loop.
final class UploadChannel: Sendable {
    private struct Storage {
        var machine: UploadMachine
        var producer: NetworkContinuation<Bool>?
        var task: Task<Void, Never>?
    }

    private let storage: Lock<Storage>
    private let ticket: TransferTicket

    init(length: Int64?, ticket: TransferTicket) {
        self.ticket = ticket
        storage = Lock(Storage(machine: UploadMachine(length: length)))
    }

    /// Starts the producer of a streamed body; nil for any other body.
    static func start(_ body: RequestBody?, ticket: TransferTicket) -> UploadChannel? {
        guard case .stream(let stream) = body?.content else { return nil }
        let channel = UploadChannel(length: stream.length, ticket: ticket)
        channel.adopt(Task { await channel.run(stream) })
        return channel
    }

    /// Keeps the task until the end of the exchange, which may already have come.
    private func adopt(_ task: Task<Void, Never>) {
        let isClosed = storage.withLock { storage in
            storage.task = task
            return storage.machine.isClosed
        }
        if isClosed { task.cancel() }
    }

    /// Runs the body's producer to its end; an error that it throws fails the exchange.
    private func run(_ stream: RequestStream) async {
        do {
            try await stream.produce { try await self.write($0) }
            ended(nil)
        } catch {
            ended(.wrapping(error, as: .other, "the request body's stream failed"))
        }
    }

    /// Returns when the loop has taken the chunk; throws `.cancelled` when the exchange is over.
    private func write(_ chunk: Data) async throws(NetworkError) {
        guard !chunk.isEmpty else { return }
        let isOpen = try await withNetworkContinuation { continuation in
            let action = storage.withLock { storage in
                let action = storage.machine.chunkOffered(chunk)
                if case .wait = action { storage.producer = continuation }
                return action
            }
            switch action {
            case .wait(let wakesLoop): if wakesLoop { ticket.resumeUpload() }
            case .proceed: continuation.resume(with: .success(true))
            case .refuse(let wakesLoop):
                continuation.resume(with: .success(false))
                if wakesLoop { ticket.resumeUpload() }
            }
        } onCancel: {
            close()
        }
        guard isOpen else { throw .cancelled }
    }

    private func ended(_ failure: NetworkError?) {
        if storage.withLock({ $0.machine.ended(failure) }) { ticket.resumeUpload() }
    }

    /// For the loop: the next bytes, and the producer to resume once curl has returned.
    func read(upTo count: Int) -> (action: UploadMachine.ReadAction, producer: NetworkContinuation<Bool>?) {
        storage.withLock { storage in
            let action = storage.machine.bytesWanted(count)
            if case .bytes(_, resumesProducer: true) = action { return (action, storage.producer.take()) }
            return (action, nil)
        }
    }

    var failure: NetworkError? { storage.withLock { $0.machine.failure } }

    /// The exchange is over and does not wait for the producer.
    func close() {
        let (producer, task) = storage.withLock { storage in
            (storage.machine.closed() ? storage.producer.take() : nil, storage.task.take())
        }
        producer?.resume(with: .success(false))
        task?.cancel()
    }
}
