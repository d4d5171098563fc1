/// Sends endpoints of one API over a transport.
///
///     let client = Client(baseURL: "https://api.example.com/v1", transport: .libcurl)
///     let user = try await client.send(.user("ada"))
///
/// A client can be shared between tasks.
public final class Client: Sendable {
    /// The parts of a client besides its configuration.
    private struct Parts: Sendable {
        /// Nil for none.
        let base: Result<BaseURL?, NetworkError>
        let transport: any Transport
        let middleware: [any Middleware]
        let attemptMiddleware: [any Middleware]
        let budget: SharedRetryBudget
    }

    private let parts: Parts
    private let builder: Result<RequestBuilder, NetworkError>
    let pipeline: Pipeline
    /// The settings for every send of this client.
    public let configuration: Configuration

    /// Makes a client of an API.
    ///
    /// - Parameters:
    ///   - baseURL: an http or https URL, to which every endpoint's path and query are appended; an invalid one is
    ///     `.invalidURL` when an endpoint is sent. A user name and password in it become an Authorization field, unless
    ///     the configuration has `auth` or that field; a fragment is dropped.
    ///   - transport: `.libcurl`, `.urlSession`, or your own.
    ///   - middleware: called once per send, the first one outermost.
    ///   - attemptMiddleware: called once per attempt, inside `middleware`.
    ///   - configuration: the settings for every send.
    public convenience init(
        baseURL: some URLConvertible, transport: some Transport, middleware: [any Middleware] = [],
        attemptMiddleware: [any Middleware] = [], configuration: Configuration = Configuration()
    ) {
        let base = Result<BaseURL?, NetworkError> { () throws(NetworkError) in
            try BaseURL(baseURL.urlText)
        }
        self.init(base, transport, middleware, attemptMiddleware, configuration)
    }

    /// Makes a client without a base URL, whose endpoints are absolute URLs: for scripts and tools.
    ///
    ///     let client = Client(transport: .libcurl)
    ///     let page = try await client.send(Endpoint<String>.get(url: "https://example.com/"))
    ///
    /// An endpoint with a path is `.invalidURL` when it is sent. Credentials belong to an origin, and there is none here: with
    /// `auth`, or a field that carries a secret or names an origin, in the configuration, every send is `.invalidRequest`;
    /// give them to the endpoint.
    ///
    /// - Parameters:
    ///   - transport: `.libcurl`, `.urlSession`, or your own.
    ///   - middleware: called once per send, the first one outermost.
    ///   - attemptMiddleware: called once per attempt, inside `middleware`.
    ///   - configuration: the settings for every send.
    public convenience init(
        transport: some Transport, middleware: [any Middleware] = [],
        attemptMiddleware: [any Middleware] = [], configuration: Configuration = Configuration()
    ) {
        self.init(.success(nil), transport, middleware, attemptMiddleware, configuration)
    }

    private convenience init(
        _ base: Result<BaseURL?, NetworkError>, _ transport: any Transport,
        _ middleware: [any Middleware], _ attemptMiddleware: [any Middleware], _ configuration: Configuration
    ) {
        let budget = SharedRetryBudget(configuration.retries.budget ?? RetryPolicy.standardBudget)
        self.init(
            Parts(
                base: base, transport: transport, middleware: middleware,
                attemptMiddleware: attemptMiddleware, budget: budget),
            configuration)
    }

    private init(_ parts: Parts, _ configuration: Configuration) {
        let codings = parts.transport.capabilities.contentCodings.joined(separator: ", ")
        let hasMiddleware = !parts.middleware.isEmpty || !parts.attemptMiddleware.isEmpty
        self.parts = parts
        self.configuration = configuration
        builder = Result { () throws(NetworkError) in
            try RequestBuilder(base: parts.base.get(), codings: codings, configuration: configuration)
        }
        pipeline = Pipeline(
            transport: parts.transport, middleware: parts.middleware, redirects: configuration.redirects,
            hopMiddleware: HopMiddleware(
                retries: configuration.retries, auth: configuration.auth, origin: try? builder.get().origin,
                clock: configuration.clock, observers: configuration.observers, budget: parts.budget),
            attemptMiddleware: configuration.attemptMiddleware(
                with: parts.attemptMiddleware, rangeCodings: hasMiddleware ? codings : ""),
            clock: configuration.clock)
    }

    /// A client with a changed configuration.
    ///
    ///     let patient = client.with { $0.timeouts.total = .seconds(300) }
    ///
    /// It shares the transport, the middleware, the tokens of `auth` and the cookies, unless the change replaces them, and
    /// the budget of retries, whose size remains that of the first client.
    public func with(_ change: (inout Configuration) -> Void) -> Client {
        var configuration = configuration
        change(&configuration)
        return Client(parts, configuration)
    }

    /// Sends an endpoint and returns its decoded value together with the response's head.
    ///
    /// Throws every code of `NetworkError` that building, sending and decoding can have.
    public func response<Output>(
        for endpoint: Endpoint<Output>
    ) async throws(NetworkError) -> Response<Output> {
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
            guard error.endpoint == nil else { throw error }
            throw context.attached(to: error).reading(FailureFormat(endpoint, configuration))
        }
    }

    /// Sends a request and decodes its response.
    func decoding<Output>(
        _ endpoint: Endpoint<Output>, within deadline: SendDeadline? = nil
    ) -> Work<Response<Output>> {
        let (decoder, bodyLimit) = (endpoint.decoder, configuration.bodyLimit)
        var sendOptions = SendOptions(endpoint, within: deadline)
        if (endpoint.options.policies?.values.retries?.maxRetries ?? configuration.retries.maxRetries) > 0 {
            sendOptions.collect = { response throws(NetworkError) in
                try await decoder.collected(response, bodyLimit: bodyLimit)
            }
        }
        let options = sendOptions
        // Without a capture list, with which Swift 6.3 makes the closure leave the caller's actor.
        return { request, context throws(NetworkError) in
            let response = try await self.pipeline.perform(request, options, attempts: &context.attempts)
            context.response = response
            let value = try await decoder.value(
                of: response, decoder: self.configuration.decoder, bodyLimit: bodyLimit)
            return Response(value: value, response: response)
        }
    }

    /// The request of an endpoint, as it enters the middleware.
    ///
    /// Throws `.invalidURL`, `.encodingFailed`, and `.invalidRequest` for credentials of a client without a base URL.
    func build<Output>(_ endpoint: Endpoint<Output>) throws(NetworkError) -> HTTPRequest {
        try builder.get().request(of: endpoint)
    }
}
