/// Wraps the sending of requests: it can change the request, make a response itself, retry, or inspect the response.
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
    /// Calls the next middleware or the transport; it throws `NetworkError`.
    typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Sends the request by calling `next`, any number of times.
    ///
    /// A `NetworkError` that it throws reaches the caller unchanged; any other error becomes `.middlewareFailed`.
    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse
}
