/// What one page is asked for by.
struct PageRequest: Sendable {
    let target: HTTPRequest.Target
    /// How many pages come before it.
    var place = 0
    /// Whether a page or a redirect has led to another origin, for good.
    var hasLeftOrigin = false

    /// The request of the page behind this one.
    func moved(to target: HTTPRequest.Target) -> PageRequest {
        PageRequest(target: target, place: place + 1, hasLeftOrigin: hasLeftOrigin)
    }

    /// The request of the page that a link of this one leads to; throws `.invalidURL` and `.redirectRefused`.
    ///
    /// The link belongs to where the page came from, after redirects (RFC 8288 §3.1). Another origin that a redirect led to
    /// has a say only without the first one's secrets.
    func following<Output>(
        _ link: [UInt8], of page: DecodedResponse<Output>, allowsOtherOrigins: Bool
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

    /// Makes the endpoint's request one for this page.
    func apply(to request: inout HTTPRequest) {
        request.target = target
        if hasLeftOrigin { request.leaveOrigin() }
    }
}
