/// The pages of a list, fetched as they are asked for.
///
/// Each iteration begins with the first page. Leaving the loop cancels what was fetched ahead.
public struct Pages<Output: Sendable>: AsyncSequence, Sendable {
    /// One page, decoded.
    public typealias Element = Output
    /// Fetching fails only with `NetworkError`.
    public typealias Failure = NetworkError

    let prefetch: Int
    let first: Result<PageRequest, NetworkError>
    let makeFetcher: @Sendable () -> PageFetcher<Output>

    /// Starts over with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(queue: PageQueue(from: first, prefetch: prefetch, by: makeFetcher()))
    }

    /// Fetches page by page.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let queue: PageQueue<Output>

        /// The next page, nil behind the last one.
        ///
        /// Throws what building, sending and decoding throw, `.pagingLoop` when a page leads to one that was there before,
        /// `.redirectRefused` when it leads to another origin, `.invalidURL` when it leads to no URL, and
        /// `.protocolViolation` when a Link field cannot be read.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Output? {
            try await queue.page()?.get()
        }
    }
}
