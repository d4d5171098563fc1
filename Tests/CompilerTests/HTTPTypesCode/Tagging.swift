// A scoped import says which module's names are meant.
import Curlew
import HTTPTypes

import struct Curlew.HTTPRequest
import struct Curlew.HTTPResponse

struct Tagging: Middleware {
    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        var request = request
        request.fields["X-Tag"] = "a"
        return try await next(request)
    }
}

func served() -> HTTPTypes.HTTPRequest { HTTPTypes.HTTPRequest() }
