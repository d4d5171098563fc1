extension Client {
    /// Receives a client's events, for logs, metrics and traces.
    ///
    ///     struct EventLog: Client.Observer {
    ///         func observe(_ event: Client.Event) { logger.debug("\(event)") }
    ///     }
    ///
    /// `Client.Configuration.observers` holds them. They see every attempt as the transport gets it, including retries.
    public protocol Observer: Sendable {
        /// Receives one event in the sending or reading task: be quick, and do not block.
        func observe(_ event: Event)
    }
}

extension [any Client.Observer] {
    /// Passes an event to each of them, in order.
    func observe(_ event: Client.Event) {
        for observer in self { observer.observe(event) }
    }

    /// Reports to each of them that another attempt follows.
    func observeRetry(
        of request: HTTPRequest, after delay: Duration, for failure: NetworkError,
        _ context: MiddlewareContext
    ) {
        guard !isEmpty else { return }
        var event = Client.Event(.retrying, request, context)
        event.delay = delay
        event.error = failure
        event.response = failure.response
        observe(event)
    }
}
