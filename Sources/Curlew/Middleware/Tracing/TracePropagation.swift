/// Adds the current task's trace to each attempt, unless the request has a `traceparent` of its own.
///
/// A `tracestate` belongs to its `traceparent`, so it is replaced too, or removed if the trace has none.
struct TracePropagation: Middleware {
    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        guard let trace = TraceContext.current, !request.fields.contains(.traceparent) else {
            return try await next(request)
        }
        var request = request
        request.fields[.traceparent] = trace.traceparent
        request.fields[.tracestate] = trace.state
        return try await next(request)
    }
}
