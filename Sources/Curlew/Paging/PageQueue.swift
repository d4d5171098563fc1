/// Returns pages in order, and fetches some of them ahead.
final class PageQueue<Output: Sendable> {
    private let prefetch: Int
    private let fetcher: PageFetcher<Output>
    private var next: Result<PageRequest, NetworkError>?
    /// The pages being fetched: each task waits for the one before it.
    private var tasks: [Task<PageFetcher<Output>.Outcome?, Never>] = []

    /// Keeps an endless list from being fetched before its first page is read.
    private static var largestPrefetch: Int { 100 }

    init(from first: Result<PageRequest, NetworkError>, prefetch: Int, by fetcher: PageFetcher<Output>) {
        next = first
        self.prefetch = min(prefetch, Self.largestPrefetch)
        self.fetcher = fetcher
    }

    deinit {
        tasks.forEach { $0.cancel() }
    }

    /// The next page; nil after the last one, and after a failure.
    func page() async -> Result<Output, NetworkError>? {
        guard next != nil else { return nil }
        let outcome = prefetch > 0 ? await prefetchedPage() : await fetcher.page(next)
        next = try? outcome?.get().next
        return outcome?.map(\.value)
    }

    private func prefetchedPage() async -> PageFetcher<Output>.Outcome? {
        while tasks.count <= prefetch {
            tasks.append(tasks.last.map { fetcher.start(after: $0) } ?? fetcher.start(next))
        }
        let task = tasks.removeFirst()
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
