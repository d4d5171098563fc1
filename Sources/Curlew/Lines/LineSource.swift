/// The source of the lines of a sequence.
enum LineSource: Sendable {
    /// Sends an endpoint, and returns its response once status and media type are accepted.
    typealias Connect = @Sendable () async throws(NetworkError) -> (ResponseBody, ErrorContext)

    /// A body, whatever the status of its response.
    case body(ResponseBody)
    /// The response to an endpoint.
    case endpoint(Connect)
}

/// Reads the lines of a source.
struct SourceLines: Sendable {
    private enum State {
        case unconnected(LineSource.Connect)
        case reading(LineReader, ErrorContext?)
        case ended
    }

    private var state: State
    private let limit: Int

    /// Claims a body; an endpoint is sent by the first `next`.
    init(_ source: LineSource, limit: Int) {
        self.limit = limit
        switch source {
        case .body(let body): state = .reading(LineReader(body, limit: limit), nil)
        case .endpoint(let connect): state = .unconnected(connect)
        }
    }

    /// The next line, nil at the end.
    ///
    /// Throws `.bodyTooLarge`, and what connecting and reading the body throw.
    mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> [UInt8]? {
        if case .unconnected(let connect) = state {
            state = .ended
            let (body, context) = try await connect()
            state = .reading(LineReader(body, limit: limit), context)
        }
        guard case .reading(var reader, let context) = state else { return nil }
        state = .ended
        do throws(NetworkError) {
            guard let line = try await reader.next(isolation: actor) else { return nil }
            state = .reading(reader, context)
            return line
        } catch {
            throw context?.attached(to: error) ?? error
        }
    }

    /// Ends the transfer because of an error, and returns the error with what is known.
    mutating func end(with error: NetworkError) -> NetworkError {
        guard case .reading(var reader, let context) = state else { return error }
        state = .ended
        reader.end()
        return context?.attached(to: error) ?? error
    }
}
