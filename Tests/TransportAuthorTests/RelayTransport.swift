import CurlewLibcurl
import CurlewTransport
import Foundation
import Synchronization

/// A transport as another package would write it: every byte, error and figure passes through public API.
///
/// It happens to send over another transport.
struct RelayTransport: Transport {
    private let stack: LibcurlTransport

    init(_ configuration: TransportConfiguration = TransportConfiguration()) {
        stack = LibcurlTransport(configuration: configuration)
    }

    var capabilities: TransportCapabilities {
        var capabilities = stack.capabilities
        capabilities.transport = "relay"
        return capabilities
    }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        var prepared = try request.prepared()
        if let body = prepared.body { prepared.body = try await Self.relayed(body) }
        do throws(NetworkError) {
            let response = try await stack.send(prepared)
            return HTTPResponse(
                status: response.status, fields: response.fields, version: response.version,
                body: Self.relayed(response.body), metrics: response.metrics)
        } catch {
            throw Self.relayed(error)
        }
    }

    func shutdown() {
        stack.shutdown()
    }

    /// A replayable body is read into memory, any other one while it is sent.
    private static func relayed(_ body: RequestBody) async throws(NetworkError) -> RequestBody {
        guard body.isReplayable else {
            let length = try body.measuredLength()
            return .stream(chunks(of: body), length: length, contentType: nil)
        }
        let bytes = Mutex(Data())
        try await body.forEachChunk { chunk in bytes.withLock { $0 += chunk } }
        return .data(bytes.withLock { $0 })
    }

    private static func chunks(of body: RequestBody) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await body.forEachChunk { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func relayed(_ body: ResponseBody) -> ResponseBody {
        let reader = BodyReader(body)
        return .stream {
            try await reader.next()
        } end: {
            reader.end
        } cancel: {
            reader.close()
        }
    }

    private static func relayed(_ error: NetworkError) -> NetworkError {
        NetworkError(
            error.code, error.message, underlying: error.underlying, phase: error.phase,
            mayHaveBeenProcessed: error.mayHaveBeenProcessed, errno: error.errno, metrics: error.metrics)
    }
}

/// Reads a body for one reader, until it is closed.
private final class BodyReader: Sendable {
    private struct State {
        var body: ResponseBody?
        var iterator: ResponseBody.AsyncIterator?
        var end = ResponseBody.Completion()
    }

    private let state: Mutex<State>

    init(_ body: ResponseBody) {
        state = Mutex(State(body: body))
    }

    var end: ResponseBody.Completion { state.withLock { $0.end } }

    func next() async throws -> Data? {
        guard let body = state.withLock({ $0.body }) else {
            throw NetworkError(.cancelled, "the body has no reader")
        }
        var iterator = state.withLock { $0.iterator.take() } ?? body.makeAsyncIterator()
        let chunk = try await iterator.next()
        state.withLock { state in
            if chunk == nil {
                state.end = ResponseBody.Completion(trailers: body.trailers, metrics: body.metrics)
            }
            if state.body != nil { state.iterator = iterator }
        }
        return chunk
    }

    /// Drops the body, which ends its transfer.
    func close() {
        state.withLock { ($0.body, $0.iterator) = (nil, nil) }
    }
}
