/// Asks for `identity` where a middleware has added a range: a part of encoded data cannot be decoded.
///
/// What the caller or a middleware has set stays.
struct RangeCodings: Middleware {
    /// What the client asks for by itself.
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
