extension Client {
    /// The pages of a list, each requested by what the previous one says.
    ///
    ///     for try await people in client.pages(of: .people) { … }
    ///     for try await page in client.pages(of: .orders, by: .cursor(at: \.nextCursor)) { … }
    ///
    /// Every page is a separate send, with the endpoint's method, fields, body and limits. A page that links to one
    /// that was already fetched is `.pagingLoop`; the URLs of all pages are kept for that.
    ///
    /// - Parameters:
    ///   - endpoint: the first page.
    ///   - paging: how the next page is found.
    ///   - prefetch: how many pages are fetched ahead while the caller handles one, at most 100; they are kept in
    ///     memory.
    public func pages<Output>(
        of endpoint: Endpoint<Output>, by paging: Paging<Output> = .link(), prefetch: Int = 0
    ) -> Pages<Output> {
        let first = Result { () throws(NetworkError) in
            PageRequest(target: paging.first(try build(endpoint).target))
        }.mapError { error in error.updating { $0.endpoint = endpoint.name } }
        return Pages(prefetch: prefetch, first: first) {
            let trail = Lock(PageTrail())
            return PageFetcher { request in
                await self.page(request, of: endpoint, by: paging) { next, page in
                    let url = request.target.url
                    return trail.withLock {
                        $0.loops(from: url, at: page.target?.url ?? url, to: next.url)
                    }
                }
            }
        }
    }

    private func page<Output>(
        _ request: PageRequest, of endpoint: Endpoint<Output>, by paging: Paging<Output>,
        wasVisited: (_ next: HTTPRequest.Target, _ page: Response<Output>) -> Bool
    ) async -> PageFetcher<Output>.Outcome {
        do throws(NetworkError) {
            let page = try await performing(
                endpoint, preparing: { request.apply(to: &$0) }, then: decoding(endpoint))
            let next = Result { () throws(NetworkError) in
                let next = try paging.next(page, request)
                guard let next, wasVisited(next.target, page) else { return next }
                throw NetworkError(.pagingLoop, "pagination loop: this page was already fetched")
            }
            let described = next.mapError { error in
                error.updating { details in
                    details.endpoint = endpoint.name
                    details.request = "\(endpoint.method) \(request.target)"
                }
            }
            return .success(FetchedPage(value: page.value, next: described.unwrapped()))
        } catch {
            return .failure(error)
        }
    }
}

extension Result {
    /// Nil for a success that is nil.
    fileprivate func unwrapped<Wrapped>() -> Result<Wrapped, Failure>? where Success == Wrapped? {
        switch self {
        case .success(let value): value.map { .success($0) }
        case .failure(let error): .failure(error)
        }
    }
}
