// Calls to a URL in place of a path, such as one from a response: `.get(url: page.next)`.
//
// The URL is absolute, or a reference that is resolved against the client's base URL. Fields and
// credentials of the base URL's origin are sent to no other one, as after a redirect.

/// Calls to a URL whose response is decoded by type.
extension Endpoint where Output: Decodable {
    /// Describes a call of any method to a URL, absolute or resolved against the base URL.
    public init(
        _ method: HTTPRequest.Method, url: some URLConvertible, query: URLQuery = [:],
        fields: HTTPFields = [:], body: RequestBody? = nil, options: EndpointOptions = EndpointOptions()
    ) {
        self.init(
            method, url: url, query: query, fields: fields, body: body, options: options, decoder: .standard)
    }

    /// A GET to a URL, absolute or resolved against the base URL.
    public static func get(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:],
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.get, url: url, query: query, fields: fields, options: options)
    }

    /// A POST to a URL, absolute or resolved against the base URL.
    public static func post(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.post, url: url, query: query, fields: fields, body: body, options: options)
    }

    /// A PUT to a URL, absolute or resolved against the base URL.
    public static func put(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.put, url: url, query: query, fields: fields, body: body, options: options)
    }

    /// A PATCH to a URL, absolute or resolved against the base URL.
    public static func patch(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.patch, url: url, query: query, fields: fields, body: body, options: options)
    }

    /// A DELETE to a URL, absolute or resolved against the base URL.
    public static func delete(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.delete, url: url, query: query, fields: fields, body: body, options: options)
    }
}

/// Calls to a URL of which only success matters: the response's body is ignored.
extension Endpoint where Output == Void {
    /// Describes a call of any method to a URL, absolute or resolved against the base URL.
    public init(
        _ method: HTTPRequest.Method, url: some URLConvertible, query: URLQuery = [:],
        fields: HTTPFields = [:], body: RequestBody? = nil, options: EndpointOptions = EndpointOptions()
    ) {
        self.init(
            method, url: url, query: query, fields: fields, body: body, options: options, decoder: .none)
    }

    /// A GET to a URL, absolute or resolved against the base URL.
    public static func get(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:],
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.get, url: url, query: query, fields: fields, options: options)
    }

    /// A HEAD to a URL, absolute or resolved against the base URL.
    public static func head(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:],
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.head, url: url, query: query, fields: fields, options: options)
    }

    /// A POST to a URL, absolute or resolved against the base URL.
    public static func post(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.post, url: url, query: query, fields: fields, body: body, options: options)
    }

    /// A PUT to a URL, absolute or resolved against the base URL.
    public static func put(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.put, url: url, query: query, fields: fields, body: body, options: options)
    }

    /// A PATCH to a URL, absolute or resolved against the base URL.
    public static func patch(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.patch, url: url, query: query, fields: fields, body: body, options: options)
    }

    /// A DELETE to a URL, absolute or resolved against the base URL.
    public static func delete(
        url: some URLConvertible, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.delete, url: url, query: query, fields: fields, body: body, options: options)
    }
}
