/// Builds the requests of a client's endpoints, as they enter the middleware.
final class RequestBuilder: Sendable {
    /// Nil for a client whose endpoints are absolute URLs.
    private let base: BaseURL?
    private let configuration: Client.Configuration
    /// What the client sets on every request unless the configuration or the endpoint does.
    private let defaultFields: HTTPFields

    /// - Parameters:
    ///   - base: the client's base URL; nil for none.
    ///   - codings: the content codings that the transport can decode, as Accept-Encoding lists them.
    ///   - configuration: the client's configuration.
    /// - Throws: `.invalidRequest` for credentials without a base URL.
    init(
        base: BaseURL?, codings: String, configuration: Client.Configuration
    ) throws(NetworkError) {
        guard base != nil || !configuration.hasCredentials else {
            throw .invalidRequest(
                "the client has credentials but no base URL that they belong to: give them to the endpoint")
        }
        self.base = base
        self.configuration = configuration
        var fields: HTTPFields = [.userAgent: configuration.userAgent]
        if !codings.isEmpty { fields[.acceptEncoding] = codings }
        if configuration.auth == nil, let authorization = base?.authorization { fields.append(authorization) }
        fields.merge(configuration.fields)
        defaultFields = fields
    }

    /// Where the client's credentials are sent; nil without a base URL.
    var origin: HTTPRequest.Target? { base?.origin }

    /// The request of an endpoint; throws `.invalidURL` and `.encodingFailed`.
    func request<Output>(of endpoint: Endpoint<Output>) throws(NetworkError) -> HTTPRequest {
        let target: HTTPRequest.Target
        var fields = defaultFields
        switch endpoint.target {
        case .path(let path):
            guard let base else {
                throw .invalidURL("the client has no base URL to append the endpoint's path to")
            }
            target = try base.target(path: path, query: endpoint.query)
        case .url(let text):
            let url = if let base { try base.resolving(text) } else { try BaseURL(text) }
            target = try url.target(query: endpoint.query)
            if let base, !target.isSameOrigin(as: base.origin) { fields.leaveOrigin() }
            if let authorization = url.authorization {
                fields.removeAll(.authorization)
                fields.append(authorization)
            }
        }
        let body = try endpoint.body.map { body throws(NetworkError) in
            try body.encoded(by: configuration.encoder)
        }
        complete(&fields, for: endpoint)
        return HTTPRequest(
            method: endpoint.method, target: target, fields: fields, body: body,
            timeouts: configuration.timeouts.overridden(by: endpoint.options.timeouts),
            options: endpoint.options.transport)
    }

    private func complete<Output>(_ fields: inout HTTPFields, for endpoint: Endpoint<Output>) {
        let mayCarry = endpoint.method.mayCarryCredentials || configuration.fields.contains(.authorization)
        if !mayCarry || endpoint.options.replacesAuth { fields.removeAll(.authorization) }
        if !fields.contains(.accept), let accept = endpoint.decoder.accept(configuration.decoder) {
            fields.append(HTTPField(name: .accept, value: accept))
        }
        fields.merge(endpoint.fields)
        // A range of encoded data cannot be decoded (Fetch, HTTP-network-or-cache fetch).
        if fields.contains(.range), !configuration.fields.contains(.acceptEncoding),
            !endpoint.fields.contains(.acceptEncoding)
        {
            fields[.acceptEncoding] = "identity"
        }
    }
}

extension Client.Configuration {
    /// Whether it has anything that belongs to one origin.
    fileprivate var hasCredentials: Bool { auth != nil || fields.contains(where: \.belongsToOrigin) }
}
