/// Calls whose response is decoded by type: `Data` and `String` as they are, an empty body into a nil `Optional`, and
/// everything else by the client's decoder.
extension Endpoint where Output: Decodable {
    /// Describes a call of any method.
    public init(
        _ method: HTTPRequest.Method, _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:],
        body: RequestBody? = nil, options: EndpointOptions = EndpointOptions()
    ) {
        self.init(
            method, path, query: query, fields: fields, body: body, options: options, decoder: .standard)
    }

    /// A GET.
    public static func get(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:],
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.get, path, query: query, fields: fields, options: options)
    }

    /// A POST.
    public static func post(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.post, path, query: query, fields: fields, body: body, options: options)
    }

    /// A PUT.
    public static func put(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.put, path, query: query, fields: fields, body: body, options: options)
    }

    /// A PATCH.
    public static func patch(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.patch, path, query: query, fields: fields, body: body, options: options)
    }

    /// A DELETE.
    public static func delete(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.delete, path, query: query, fields: fields, body: body, options: options)
    }
}

/// Calls of which only success matters: the response's body is ignored.
extension Endpoint where Output == Void {
    /// Describes a call of any method.
    public init(
        _ method: HTTPRequest.Method, _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:],
        body: RequestBody? = nil, options: EndpointOptions = EndpointOptions()
    ) {
        self.init(method, path, query: query, fields: fields, body: body, options: options, decoder: .none)
    }

    /// A GET.
    public static func get(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:],
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.get, path, query: query, fields: fields, options: options)
    }

    /// A HEAD.
    public static func head(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:],
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.head, path, query: query, fields: fields, options: options)
    }

    /// A POST.
    public static func post(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.post, path, query: query, fields: fields, body: body, options: options)
    }

    /// A PUT.
    public static func put(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.put, path, query: query, fields: fields, body: body, options: options)
    }

    /// A PATCH.
    public static func patch(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.patch, path, query: query, fields: fields, body: body, options: options)
    }

    /// A DELETE.
    public static func delete(
        _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:], body: RequestBody? = nil,
        options: EndpointOptions = EndpointOptions()
    ) -> Self {
        Self(.delete, path, query: query, fields: fields, body: body, options: options)
    }
}
