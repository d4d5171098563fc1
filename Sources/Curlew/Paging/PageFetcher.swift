/// A page, and the request of the page after it.
struct FetchedPage<Output: Sendable>: Sendable {
    let value: Output
    /// Nil after the last page; a failure belongs to the next page.
    let next: Result<PageRequest, NetworkError>?
}

/// Fetches one page after another.
struct PageFetcher<Output: Sendable>: Sendable {
    typealias Outcome = Result<FetchedPage<Output>, NetworkError>

    let fetch: @Sendable (PageRequest) async -> Outcome

    /// Fetches the page of a request; nil without one.
    func page(_ request: Result<PageRequest, NetworkError>?) async -> Outcome? {
        switch request {
        case .success(let request): await fetch(request)
        case .failure(let error): .failure(error)
        case nil: nil
        }
    }

    /// Starts a task for the page of a request.
    func start(_ request: Result<PageRequest, NetworkError>?) -> Task<Outcome?, Never> {
        Task(executorPreference: Client.Clock.executor) { await page(request) }
    }

    /// Starts a task for the page after the one that another task fetches.
    func start(after previous: Task<Outcome?, Never>) -> Task<Outcome?, Never> {
        Task(executorPreference: Client.Clock.executor) { await page(try? previous.value?.get().next) }
    }
}
