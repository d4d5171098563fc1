#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Follows redirects according to a policy.
struct Redirects: Middleware {
    let policy: RedirectPolicy

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        var request = request
        var trail: [HTTPResponse.Redirect] = []
        while true {
            var response: HTTPResponse
            do {
                response = try await next(request)
            } catch let error as NetworkError {
                throw error.adding(trail, to: request.target)
            }
            if !trail.isEmpty { response.redirects = trail }
            guard let following = try self.request(after: response, to: request) else { return response }
            await response.body.drop()
            trail.append(HTTPResponse.Redirect(target: request.target, status: response.status))
            request = following
        }
    }

    /// The request to send next; nil if the response is final.
    ///
    /// Throws `.redirectRefused`, `.tooManyRedirects` and `.bodyNotReplayable`, with the head of the response.
    private func request(
        after response: HTTPResponse, to request: HTTPRequest
    ) throws(NetworkError) -> HTTPRequest? {
        guard policy.isFollowing, response.status.isRedirect, let location = Self.location(of: response)
        else { return nil }
        do throws(NetworkError) {
            let following = request.redirected(
                to: try Self.target(location, from: request.target), by: response.status)
            return try isFollowed(response, from: request.target, by: following) ? following : nil
        } catch {
            response.body.cancel()
            throw error.updating { details in
                details.response = response.head
                details.target = request.target
            }
        }
    }

    private func isFollowed(
        _ response: HTTPResponse, from source: HTTPRequest.Target, by following: HTTPRequest
    ) throws(NetworkError) -> Bool {
        let count = response.redirects.count
        let proposal = RedirectPolicy.Proposal(
            response: response.head, source: source, request: following, count: count)
        switch policy.decision(on: proposal).kind {
        case .stop: return false
        case .refuse:
            let way = proposal.isDowngrade ? "from https to http" : "to \(following.target)"
            throw NetworkError(.redirectRefused, "a redirect \(way) is refused")
        case .follow: break
        }
        guard count < policy.limit else {
            throw NetworkError(
                .tooManyRedirects, "more than \(policy.limit) redirects, the last one to \(following.target)")
        }
        guard following.body?.isReplayable ?? true else {
            throw NetworkError(
                .bodyNotReplayable, "a redirect needs the body again, but it can be read only once")
        }
        return true
    }
}

// The target of a redirect.
extension Redirects {
    /// The octets of Location, nil for none and for an empty one (RFC 9110 §10.2.2).
    private static func location(of response: HTTPResponse) -> [UInt8]? {
        guard let field = response.fields.first(where: { $0.name == .location }), !field.bytes.isEmpty else {
            return nil
        }
        return field.bytes
    }

    private static func target(
        _ location: [UInt8], from source: HTTPRequest.Target
    ) throws(NetworkError) -> HTTPRequest.Target {
        do throws(NetworkError) {
            return try source.resolving(octets: location)
        } catch {
            throw NetworkError(
                .redirectRefused, "the Location field is not a valid redirect target: \(error.message)")
        }
    }
}

extension NetworkError {
    /// Adds the redirects so far to an error.
    fileprivate func adding(
        _ trail: [HTTPResponse.Redirect], to target: HTTPRequest.Target
    ) -> NetworkError {
        guard !trail.isEmpty, endpoint == nil else { return self }
        return updating { details in
            details.redirects = trail
            details.target = target
        }
    }
}
