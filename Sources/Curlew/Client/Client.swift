#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Sends endpoints of one API over a transport.
///
///     let client = Client(baseURL: "https://api.example.com/v1", transport: .libcurl)
///     let user = try await client.send(.user("ada"))
///
/// A client can be shared between tasks.
public final class Client: Sendable {
    private let baseURL: Result<BaseURL, NetworkError>
    let pipeline: Pipeline
    /// What the client sets on every request unless the configuration or the endpoint does.
    private let defaultFields: HTTPFields
    /// The settings for every send of this client.
    public let configuration: Configuration

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - baseURL: an http or https URL, to which every endpoint's path and query are appended; an invalid one is
    ///     `.invalidURL` when an endpoint is sent. A user name and password in it become an Authorization field.
    ///   - transport: `.libcurl`, `.urlSession`, or your own.
    ///   - middleware: called once per send, the first one outermost.
    ///   - attemptMiddleware: called once per attempt, inside `middleware`.
    ///   - configuration: the settings for every send.
    public init(
        baseURL: String, transport: some Transport, middleware: [any Middleware] = [],
        attemptMiddleware: [any Middleware] = [], configuration: Configuration = Configuration()
    ) {
        self.baseURL = Result { () throws(NetworkError) in try BaseURL(baseURL) }
        let codings = transport.capabilities.contentCodings.joined(separator: ", ")
        let hasMiddleware = !middleware.isEmpty || !attemptMiddleware.isEmpty
        pipeline = Pipeline(
            transport: transport, middleware: middleware, redirects: configuration.redirects,
            hopMiddleware: configuration.hopMiddleware(origin: try? self.baseURL.get().origin),
            attemptMiddleware: configuration.attemptMiddleware(
                with: attemptMiddleware, rangeCodings: hasMiddleware ? codings : ""),
            clock: configuration.clock)
        self.configuration = configuration
        var fields: HTTPFields = [.userAgent: configuration.userAgent]
        if !codings.isEmpty { fields[.acceptEncoding] = codings }
        if let authorization = try? self.baseURL.get().authorization { fields.append(authorization) }
        fields.merge(configuration.fields)
        defaultFields = fields
    }

    /// Makes a client whose base is a URL.
    public convenience init(
        baseURL: URL, transport: some Transport, middleware: [any Middleware] = [],
        attemptMiddleware: [any Middleware] = [], configuration: Configuration = Configuration()
    ) {
        self.init(
            baseURL: baseURL.absoluteString, transport: transport, middleware: middleware,
            attemptMiddleware: attemptMiddleware, configuration: configuration)
    }

    /// Sends an endpoint and returns its decoded value together with the response's head.
    ///
    /// Throws every code of `NetworkError` that building, sending and decoding can have.
    public func response<Output>(
        for endpoint: Endpoint<Output>
    ) async throws(NetworkError) -> DecodedResponse<Output> {
        try await performing(endpoint, then: decoding(endpoint))
    }

    /// Sends an endpoint and passes its response, of any status, to a closure while the body streams.
    ///
    /// The body ends with the closure: bytes not read by then are not received. The endpoint's decoder is not used.
    /// Throws `NetworkError` when building or sending fails, and what the closure throws.
    public func withResponse<Output, Value>(
        to endpoint: Endpoint<Output>, _ body: (HTTPResponse) async throws -> Value
    ) async throws -> Value {
        try await performing(endpoint) { request throws(NetworkError) in
            request.options.delivery = .streamed
        } then: { request, context throws(NetworkError) -> Result<Value, any Error> in
            let response = try await pipeline.perform(
                request, SendOptions(endpoint), attempts: &context.attempts)
            context.response = response
            defer { response.body.cancel() }
            do {
                return .success(try await body(response))
            } catch let error as NetworkError {
                throw error
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// What a send does with its request; the context collects details for an error.
    typealias Work<Value> = (HTTPRequest, inout ErrorContext) async throws(NetworkError) -> Value

    /// The frame of every send: builds the request of an endpoint, does the work, and adds the known details to an
    /// error.
    func performing<Output, Value>(
        _ endpoint: Endpoint<Output>,
        preparing prepare: (inout HTTPRequest) throws(NetworkError) -> Void = { _ in },
        then work: Work<Value>
    ) async throws(NetworkError) -> Value {
        var context = ErrorContext(endpoint: endpoint.name)
        do throws(NetworkError) {
            var request = try build(endpoint)
            try prepare(&request)
            context.request = request
            return try await work(request, &context)
        } catch {
            throw context.attached(to: error)
        }
    }

    /// Sends a request and decodes its response.
    func decoding<Output>(
        _ endpoint: Endpoint<Output>, within deadline: SendDeadline? = nil
    ) -> Work<DecodedResponse<Output>> {
        let (decoder, bodyLimit) = (endpoint.decoder, configuration.bodyLimit)
        var options = SendOptions(endpoint, within: deadline)
        if configuration.retries.limit > 0 {
            options.collect = { response throws(NetworkError) in
                try await decoder.collected(response, bodyLimit: bodyLimit)
            }
        }
        return { [self, options] request, context throws(NetworkError) in
            let response = try await pipeline.perform(request, options, attempts: &context.attempts)
            context.response = response
            let value = try await decoder.value(
                of: response, decoder: configuration.decoder, bodyLimit: bodyLimit)
            return DecodedResponse(value: value, response: response)
        }
    }

    /// The request of an endpoint, as it enters the middleware.
    ///
    /// Throws `.invalidURL` and `.encodingFailed`.
    func build<Output>(_ endpoint: Endpoint<Output>) throws(NetworkError) -> HTTPRequest {
        let base = try baseURL.get()
        let target = try base.target(path: endpoint.path, query: endpoint.query)
        let body = try endpoint.body.map { body throws(NetworkError) in
            try body.encoded(by: configuration.encoder)
        }
        let options = HTTPRequest.Options(
            decoding: .automatic, httpVersion: endpoint.httpVersion, expectContinue: endpoint.expectContinue)
        return HTTPRequest(
            method: endpoint.method, target: target, fields: fields(of: endpoint), body: body,
            timeouts: endpoint.timeouts ?? configuration.timeouts, options: options)
    }

    private func fields<Output>(of endpoint: Endpoint<Output>) -> HTTPFields {
        var fields = defaultFields
        if !endpoint.method.mayCarryCredentials, !configuration.fields.contains(.authorization) {
            fields[.authorization] = nil
        }
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
        return fields
    }
}
