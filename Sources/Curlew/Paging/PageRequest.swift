/// What identifies the request of one page.
struct PageRequest: Sendable {
    let target: HTTPRequest.Target
    /// The number of pages before it.
    var place = 0
    /// Whether a page or a redirect has ever led to another origin.
    var hasLeftOrigin = false

    /// The request of the page after this one.
    func moved(to target: HTTPRequest.Target) -> PageRequest {
        PageRequest(target: target, place: place + 1, hasLeftOrigin: hasLeftOrigin)
    }

    /// The request of the page that a link of this one names; throws `.invalidURL` and `.redirectRefused`.
    ///
    /// The link is resolved against the page's final URL, after redirects (RFC 8288 §3.1). A link from another origin
    /// is followed without the first origin's credentials.
    func following<Output>(
        _ link: [UInt8], of page: Response<Output>, allowsOtherOrigins: Bool
    ) throws(NetworkError) -> PageRequest {
        let source = page.target ?? target
        var request = moved(to: try source.resolving(octets: link))
        guard allowsOtherOrigins || request.target.isSameOrigin(as: source) else {
            throw NetworkError(.redirectRefused, "the next page is at another origin, \(request.target)")
        }
        let way = page.redirects.map(\.target) + [source, request.target]
        if !way.allSatisfy({ $0.isSameOrigin(as: target) }) { request.hasLeftOrigin = true }
        return request
    }

    /// Turns the endpoint's request into the one for this page.
    func apply(to request: inout HTTPRequest) {
        request.target = target
        if hasLeftOrigin { request.leaveOrigin() }
    }
}
