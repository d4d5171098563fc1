extension Client {
    /// Sends endpoints, some of them at a time, and returns their results in order of completion.
    ///
    ///     let endpoints = urls.map { Endpoint<Data>.get(url: $0) }
    ///     for await (index, result) in client.results(of: endpoints, concurrency: 16) {
    ///         print(urls[index], result)
    ///     }
    ///
    /// An endpoint is taken from its sequence and sent when the loop asks for a result and fewer than `concurrency`
    /// are under way or wait to be read: the sequence may be lazy or endless, and a slow loop is not overrun. One
    /// failure does not end the loop.
    ///
    /// Leaving the loop cancels what is in flight. Once the loop's task is cancelled, no further endpoint is sent; the loop
    /// gets the results of those in flight, most of which are `.cancelled`, and ends.
    ///
    /// - Parameters:
    ///   - endpoints: what is sent; a collection can be sent by several loops.
    ///   - concurrency: the most endpoints in flight; a number below 1 is 1, and one above 10,000 is 10,000.
    public func results<Endpoints: Sequence, Output>(
        of endpoints: Endpoints, concurrency: Int = 16
    ) -> EndpointResults<Endpoints, Output> where Endpoints.Element == Endpoint<Output> {
        EndpointResults(client: self, endpoints: endpoints, concurrency: min(max(1, concurrency), 10_000))
    }
}
