/// Adds to each attempt at one origin what says who sends it, and replaces a token that the server has refused.
struct Authenticator: Middleware {
    let authentication: Authentication
    let origin: HTTPRequest.Target

    func intercept(
        _ request: HTTPRequest, context: Exchange, next: @escaping Next
    ) async throws -> HTTPResponse {
        guard isDue(on: request) else { return try await next(request) }
        switch authentication.scheme {
        case .flawed(let flaw): throw NetworkError.invalidRequest(flaw)
        case .field(let field): return try await next(request.adding(field))
        case .custom(let authorize):
            var request = request
            try await authorize(&request)
            return try await next(request)
        case .tokens(let source):
            return try await send(request, source, context.deadline, next)
        }
    }

    private func isDue(on request: HTTPRequest) -> Bool {
        !request.hasLeftOrigin && !request.fields.contains(.authorization)
            && request.target.isSameOrigin(as: origin)
    }

    private func send(
        _ request: HTTPRequest, _ source: TokenSource, _ deadline: ContinuousClock.Instant?, _ next: Next
    ) async throws -> HTTPResponse {
        // What the refresh itself sends cannot wait for its own end.
        guard !source.isRefreshing else { return try await next(request) }
        let wait = TokenSource.Wait(deadline: deadline, limit: request.timeouts.total)
        let issued = try await source.token(wait)
        let response = try await next(request.adding(.bearer(issued.token.value)))
        guard response.status == 401 else { return response }
        guard request.body?.isReplayable ?? true else {
            source.refused(issued)
            return response
        }
        await response.body.drop()
        let fresh = try await source.token(wait, replacing: issued)
        return try await next(request.adding(.bearer(fresh.token.value)))
    }
}

extension HTTPRequest {
    fileprivate func adding(_ field: HTTPField) -> HTTPRequest {
        var request = self
        request.fields.append(field)
        return request
    }
}
