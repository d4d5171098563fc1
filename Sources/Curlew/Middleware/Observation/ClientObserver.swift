/// Receives a client's events, for logs, metrics and traces.
///
///     struct EventLog: ClientObserver {
///         func observe(_ event: ClientEvent) { logger.debug("\(event)") }
///     }
///
/// `Client.Configuration.observers` holds them. They see every attempt as the transport gets it, including retries.
public protocol ClientObserver: Sendable {
    /// Receives one event in the sending or reading task: be quick, and do not block.
    func observe(_ event: ClientEvent)
}

extension [any ClientObserver] {
    /// Passes an event to each of them, in order.
    func observe(_ event: ClientEvent) {
        for observer in self { observer.observe(event) }
    }

    /// Reports to each of them that another attempt follows.
    func observeRetry(
        of request: HTTPRequest, after delay: Duration, for failure: NetworkError,
        _ context: MiddlewareContext
    ) {
        guard !isEmpty else { return }
        var event = ClientEvent(.retrying, request, context)
        event.delay = delay
        event.error = failure
        event.response = failure.response
        observe(event)
    }
}
