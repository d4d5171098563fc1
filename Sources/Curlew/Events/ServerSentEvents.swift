/// The events of a stream, across reconnections.
///
/// Each iteration makes its own connection. Cancelling the task or leaving the loop ends the iteration and its
/// connection.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// A complete event.
    public typealias Element = ServerSentEvent
    /// Reading fails only with `NetworkError`.
    public typealias Failure = NetworkError

    let source: EventSource

    /// Starts reading; the connection is made by the first `next`.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source) }

    /// Reads event by event.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let source: EventSource
        private var parser: EventParser
        private var machine: EventReconnectionMachine
        private var connection: EventConnection?
        /// What is known about the connection that has ended.
        private var lastContext: ErrorContext?
        private var connected: ContinuousClock.Instant?
        private var deadline: SendDeadline?
        private var isStarted = false
        private var isEnded = false

        fileprivate init(_ source: EventSource) {
            self.source = source
            parser = EventParser(limit: source.limit, lastEventID: source.lastEventID)
            machine = EventReconnectionMachine(policy: source.reconnection)
        }

        /// The next event; nil once the server has ended the stream with a 204.
        ///
        /// Throws what building and sending throw if the first connection fails, or if reconnecting fails too often;
        /// `.unacceptableStatus` for a status other than 200 and 204; `.unexpectedContentType` for a response that is
        /// not an event stream; `.bodyTooLarge` for an event or line that is too long; `.cancelled`.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> ServerSentEvent? {
            start()
            while !isEnded {
                switch await nextInConnection(isolation: actor) {
                case .success(let event?): return event
                case .success(nil): try await connectionEnded(nil)
                case .failure(let error): try await connectionEnded(error)
                }
            }
            return nil
        }

        /// Adds what is known about the connection to an error.
        func attaching(_ error: NetworkError) -> NetworkError {
            (connection?.context ?? lastContext)?.attached(to: error) ?? error
        }

        private mutating func start() {
            if !isStarted { deadline = source.timeouts.deadline(from: source.clock) }
            isStarted = true
        }

        /// The next event of this connection, nil at its end.
        private mutating func nextInConnection(
            isolation actor: isolated (any Actor)?
        ) async -> Result<ServerSentEvent?, NetworkError> {
            do throws(NetworkError) {
                if connection == nil { try await connect() }
                while let line = try await connection?.nextLine(isolation: actor) {
                    machine.lineReceived()
                    if let event = try parser.lineReceived(line) { return .success(event) }
                }
                return .success(nil)
            } catch {
                return .failure(connection?.context.attached(to: error) ?? error)
            }
        }

        private mutating func connect() async throws(NetworkError) {
            let connection = try await source.connect(parser.lastEventID, deadline)
            guard connection.hasEvents else {
                lastContext = connection.context
                return isEnded = true
            }
            self.connection = connection
            connected = source.clock.now()
            machine.connected()
        }

        /// The rest of the total limit; nil without one.
        private var timeLeft: Duration? {
            deadline.map { Swift.max(.zero, $0.rest) }
        }

        /// Waits for the next connection, or ends the sequence.
        private mutating func connectionEnded(_ error: NetworkError?) async throws(NetworkError) {
            guard !isEnded else { return }
            let age = connected?.duration(to: source.clock.now())
            lastContext = connection?.context ?? lastContext
            (connection, connected) = (nil, nil)
            parser.connectionEnded()
            let action =
                error.map { machine.failed($0, retryTime: parser.retryTime, age: age) }
                ?? machine.streamEnded(retryTime: parser.retryTime, age: age)
            guard case .connect(let delay) = action else {
                isEnded = true
                if let error { throw error }
                return
            }
            do {
                try await source.clock.sleep(Swift.min(delay, timeLeft ?? delay))
            } catch {
                isEnded = true
                throw NetworkError.wrapping(error, as: .other, "the wait for the next connection failed")
            }
        }
    }
}
