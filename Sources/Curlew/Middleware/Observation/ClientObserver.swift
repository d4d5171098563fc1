/// Is told what a client does, for logs, metrics and traces.
///
///     struct EventLog: ClientObserver {
///         func observe(_ event: ClientEvent) { logger.debug("\(event)") }
///     }
///
/// `Client.Configuration.observers` holds them. They see every attempt as it goes to the transport, repeats included.
public protocol ClientObserver: Sendable {
    /// Takes one event, in the sending or the reading task: be quick, and do not block.
    func observe(_ event: ClientEvent)
}

extension [any ClientObserver] {
    /// Tells each of them, in their order.
    func observe(_ event: ClientEvent) {
        for observer in self { observer.observe(event) }
    }

    /// Tells each of them that another attempt follows.
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
