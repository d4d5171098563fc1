#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends the cookies of a jar with each attempt, and keeps those that the answers set.
struct Cookies: Middleware {
    let jar: CookieJar
    let clock: ClientClock

    func intercept(
        _ request: HTTPRequest, context: Exchange, next: @escaping Next
    ) async throws -> HTTPResponse {
        let response = try await next(withCookies(request))
        let fields = response.fields[values: .setCookie].compactMap(SetCookie.init)
        if !fields.isEmpty { jar.store(fields, from: request.target, at: clock.date()) }
        return response
    }

    /// The caller's own Cookie field comes first (RFC 6265 §5.4: there is one field).
    private func withCookies(_ request: HTTPRequest) -> HTTPRequest {
        guard request.method.mayCarryCredentials else { return request }
        let cookies = jar.cookies(for: request.target, at: clock.date())
        guard !cookies.isEmpty else { return request }
        let pairs = request.fields[values: .cookie] + cookies.map { "\($0.name)=\($0.value)" }
        var request = request
        request.fields[.cookie] = pairs.joined(separator: "; ")
        return request
    }
}
