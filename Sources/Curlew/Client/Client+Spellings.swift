extension Client {
    /// Sends an endpoint and returns its decoded value.
    ///
    /// Throws every code of `NetworkError` that building, sending and decoding can have.
    public func send<Output>(_ endpoint: Endpoint<Output>) async throws(NetworkError) -> Output {
        try await performing(endpoint, then: decoding(endpoint)).value
    }

    /// Sends an endpoint and returns its decoded value, or the error that `send` would throw.
    public func result<Output>(of endpoint: Endpoint<Output>) async -> Result<Output, NetworkError> {
        do throws(NetworkError) {
            return .success(try await send(endpoint))
        } catch {
            return .failure(error)
        }
    }

    /// Sends an endpoint and passes its decoded value or error to a closure, for code that is not async yet.
    ///
    /// The closure is called exactly once, on no particular thread. Cancelling the returned task cancels the send;
    /// the closure then gets `.cancelled`.
    @discardableResult
    public func send<Output>(
        _ endpoint: Endpoint<Output>,
        completion: @escaping @Sendable (Result<Output, NetworkError>) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: Client.Clock.executor) { completion(await self.result(of: endpoint)) }
    }
}
