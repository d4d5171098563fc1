/// Requests `identity` if a middleware has added a range: a part of encoded data cannot be decoded.
///
/// An Accept-Encoding of the caller or a middleware is kept.
struct RangeCodings: Middleware {
    /// The client's default Accept-Encoding.
    let own: String

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        guard !context.hasOwnCodings, request.fields.contains(.range), request.fields[.acceptEncoding] == own
        else { return try await next(request) }
        var request = request
        request.fields[.acceptEncoding] = "identity"
        return try await next(request)
    }
}
