/// Wraps the sending of requests: it can change the request, answer itself, send again, or look at the answer.
///
///     struct Stamp: Middleware {
///         func intercept(_ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next) async throws -> HTTPResponse {
///             var request = request
///             request.fields["X-Request-ID"] = UUID().uuidString
///             return try await next(request)
///         }
///     }
///
/// The client has two places for it: `middleware`, once per send, and `attemptMiddleware`, once per attempt.
public protocol Middleware: Sendable {
    /// What comes behind a middleware; it throws `NetworkError`.
    typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Sends the request by calling `next`, never, once or more often.
    ///
    /// What it throws reaches the caller as it is when it is a `NetworkError`, otherwise as `.middlewareFailed`.
    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse
}
