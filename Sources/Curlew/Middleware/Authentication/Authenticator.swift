/// Adds credentials to each attempt at one origin, and replaces a token that the server has refused.
struct Authenticator: Middleware {
    private let authentication: Authentication
    private let origin: HTTPRequest.Target
    private let clock: Client.Clock

    init(_ authentication: Authentication, origin: HTTPRequest.Target, clock: Client.Clock) {
        self.authentication = authentication
        self.origin = origin
        self.clock = clock
        if case .tokens(let source) = authentication.scheme { source.begin(clock) }
    }

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        guard isDue(on: request) else { return try await next(request) }
        switch authentication.scheme {
        case .field(let field): return try await next(request.adding(field))
        case .custom(let authorize):
            let request = try await context.marking {
                try await authorized(request, by: authorize, context.sendDeadline)
            }
            return try await next(request)
        case .tokens(let source):
            return try await send(request, source, context, next)
        }
    }

    private func isDue(on request: HTTPRequest) -> Bool {
        request.method.mayCarryCredentials && !request.hasLeftOrigin
            && !request.fields.contains(.authorization) && request.target.isSameOrigin(as: origin)
    }

    /// The request with what a closure adds; after the deadline the send no longer waits for the closure.
    private func authorized(
        _ request: HTTPRequest, by authorize: @escaping Authentication.Authorize,
        _ deadline: SendDeadline?
    ) async throws -> HTTPRequest {
        guard let deadline else { return try await request.adding(by: authorize) }
        let (results, continuation) = AsyncStream.makeStream(of: Result<HTTPRequest, any Error>.self)
        let work = Task(executorPreference: Client.Clock.executor) {
            do {
                continuation.yield(.success(try await request.adding(by: authorize)))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task(executorPreference: Client.Clock.executor) {
            try await deadline.wait()
            continuation.yield(.failure(deadline.error))
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await result in results { return try result.get() }
        // The stream ends when the task is cancelled.
        throw NetworkError.cancelled
    }

    private func send(
        _ request: HTTPRequest, _ source: TokenSource, _ context: MiddlewareContext, _ next: Next
    ) async throws -> HTTPResponse {
        let wait = TokenSource.Wait(clock: clock, deadline: context.sendDeadline)
        guard let issued = try await context.marking({ try await source.token(wait) }) else {
            // Inside the refresh itself: send without a token instead of deadlocking.
            return try await next(request)
        }
        let response = try await next(request.adding(.bearer(issued.token.value)))
        guard response.status == 401 else { return response }
        guard request.body?.isReplayable ?? true else {
            source.refused(issued)
            return response
        }
        await response.body.drop()
        let fresh = try await context.marking { try await source.token(wait, replacing: issued) }
        return try await next(fresh.map { request.adding(.bearer($0.token.value)) } ?? request)
    }
}

extension MiddlewareContext {
    /// Marks an error as a failure to get the credentials of this send.
    fileprivate func marking<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as NetworkError {
            throw error.updating { $0.sendWithoutCredentials = sendID }
        }
    }
}

extension HTTPRequest {
    fileprivate func adding(by authorize: Authentication.Authorize) async throws -> HTTPRequest {
        var request = self
        try await authorize(&request)
        return request
    }

    fileprivate func adding(_ field: HTTPField) -> HTTPRequest {
        var request = self
        request.fields.append(field)
        return request
    }
}
