#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends the cookies of a jar with each attempt, and stores those that responses set.
struct Cookies: Middleware {
    let jar: CookieJar
    let clock: Client.Clock

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        let response = try await next(withCookies(request))
        var fields: [SetCookie] = []
        response.fields.forEachValue(of: .setCookie) { value in
            if let field = SetCookie(value) { fields.append(field) }
        }
        if !fields.isEmpty { jar.store(fields, from: request.target, at: clock.date()) }
        return response
    }

    /// Adds cookies after those of the caller's Cookie field, in one field (RFC 6265 §5.4), octet for octet.
    private func withCookies(_ request: HTTPRequest) -> HTTPRequest {
        guard request.method.mayCarryCredentials else { return request }
        let cookies = jar.cookies(for: request.target, at: clock.date())
        guard !cookies.isEmpty else { return request }
        var pairs: [[UInt8]] = []
        request.fields.forEachValue(of: .cookie) { pairs.append(Array($0)) }
        pairs += cookies.map(\.pair)
        var request = request
        request.fields.removeAll(.cookie)
        request.fields.append(HTTPField(name: .cookie, bytes: Array(pairs.joined(separator: "; ".utf8))))
        return request
    }
}
