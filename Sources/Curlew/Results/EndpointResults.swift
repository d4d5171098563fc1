/// The results of endpoints, in order of completion.
///
/// Each loop sends the endpoints anew. Leaving the loop cancels what is in flight.
public struct EndpointResults<Endpoints: Sequence, Output: Sendable>: AsyncSequence
where Endpoints.Element == Endpoint<Output> {
    /// The place of an endpoint in its sequence, from 0, and what `send` would return or throw for it.
    public typealias Element = (index: Int, result: Result<Output, NetworkError>)
    /// The sequence does not fail: the results have the errors.
    public typealias Failure = Never

    let client: Client
    let endpoints: Endpoints
    let concurrency: Int

    /// Starts with the first endpoint; the first `next` sends it.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(queue: ResultQueue(endpoints, client, concurrency: concurrency))
    }

    /// Reads result by result.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let queue: ResultQueue<Endpoints, Output>

        /// The next result; nil after the last one.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await queue.next()
        }
    }
}

extension EndpointResults: Sendable where Endpoints: Sendable {}
