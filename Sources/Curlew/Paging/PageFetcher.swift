/// A page, and what the page behind it is asked for by.
struct FetchedPage<Output: Sendable>: Sendable {
    let value: Output
    /// Nil behind the last page; a failure is the next page's.
    let next: Result<PageRequest, NetworkError>?
}

/// Fetches one page after another.
struct PageFetcher<Output: Sendable>: Sendable {
    typealias Outcome = Result<FetchedPage<Output>, NetworkError>

    let fetch: @Sendable (PageRequest) async -> Outcome

    /// The page of a request, nil without one.
    func page(_ request: Result<PageRequest, NetworkError>?) async -> Outcome? {
        switch request {
        case .success(let request): await fetch(request)
        case .failure(let error): .failure(error)
        case nil: nil
        }
    }

    /// A task for the page of a request.
    func start(_ request: Result<PageRequest, NetworkError>?) -> Task<Outcome?, Never> {
        Task { await page(request) }
    }

    /// A task for the page behind the one that another task fetches.
    func start(behind previous: Task<Outcome?, Never>) -> Task<Outcome?, Never> {
        Task { await page(try? previous.value?.get().next) }
    }
}
