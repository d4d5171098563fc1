/// The pages of a list, fetched on demand.
///
/// Each iteration begins with the first page. Leaving the loop cancels prefetching.
public struct Pages<Output: Sendable>: AsyncSequence, Sendable {
    /// One page, decoded.
    public typealias Element = Output
    /// Fetching fails only with `NetworkError`.
    public typealias Failure = NetworkError

    let prefetch: Int
    let first: Result<PageRequest, NetworkError>
    let makeFetcher: @Sendable () -> PageFetcher<Output>

    /// Starts with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(queue: PageQueue(from: first, prefetch: prefetch, by: makeFetcher()))
    }

    /// Fetches page by page.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let queue: PageQueue<Output>

        /// The next page; nil after the last one.
        ///
        /// Throws what building, sending and decoding throw, `.pagingLoop` if a page links to one that was already
        /// fetched, `.redirectRefused` if it links to another origin, `.invalidURL` if its link is not a valid URL,
        /// and `.protocolViolation` if a Link field cannot be read.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Output? {
            try await queue.page()?.get()
        }
    }
}
