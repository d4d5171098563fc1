/// What one page is asked for by.
struct PageRequest: Sendable {
    let target: HTTPRequest.Target
    /// How many pages come before it.
    var place = 0
    /// Whether it is for the origin that the client's credentials are for.
    var carriesSecrets = true

    /// The request of the page behind this one.
    func moved(to target: HTTPRequest.Target) -> PageRequest {
        PageRequest(target: target, place: place + 1, carriesSecrets: carriesSecrets)
    }

    /// The request of the page that a link of this one leads to; throws `.invalidURL` and `.redirectRefused`.
    func following(_ link: String, allowsOtherOrigins: Bool) throws(NetworkError) -> PageRequest {
        var request = moved(to: try target.resolving(link))
        if !request.target.isSameOrigin(as: target) {
            guard allowsOtherOrigins else {
                throw NetworkError(.redirectRefused, "the next page is at another origin, \(request.target)")
            }
            request.carriesSecrets = false
        }
        return request
    }

    /// Makes the endpoint's request one for this page.
    func apply(to request: inout HTTPRequest) {
        request.target = target
        if !carriesSecrets { request.fields.removeAll { $0.isRedacted } }
    }
}
