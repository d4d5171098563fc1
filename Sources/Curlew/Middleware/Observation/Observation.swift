/// Reports each attempt to the observers; the innermost built-in middleware, so that they see what the transport
/// gets.
struct Observation: Middleware {
    let observers: [any Client.Observer]
    let clock: Client.Clock

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        let attempt = ObservedAttempt(observers, request, context, clock)
        attempt.note(.started)
        do {
            var response = try await next(request)
            let head = response.head
            attempt.note(.headReceived) {
                $0.response = head
                $0.metrics = head.metrics
            }
            response.body = response.body.observed { attempt.bodyEnded(as: $0, head, metrics: $1) }
            return response
        } catch {
            let error = NetworkError.wrapping(error, as: .other, "the exchange failed")
            attempt.note(.failed) { $0.error = error }
            throw error
        }
    }
}

/// One attempt and its observers.
private struct ObservedAttempt: Sendable {
    private let observers: [any Client.Observer]
    private let request: HTTPRequest
    private let context: MiddlewareContext
    private let clock: Client.Clock
    private let start: ContinuousClock.Instant

    init(
        _ observers: [any Client.Observer], _ request: HTTPRequest, _ context: MiddlewareContext,
        _ clock: Client.Clock
    ) {
        self.observers = observers
        self.request = request
        self.context = context
        self.clock = clock
        start = clock.now()
    }

    func note(_ kind: Client.Event.Kind, _ fill: (inout Client.Event) -> Void = { _ in }) {
        var event = Client.Event(kind, request, context)
        if kind != .started { event.elapsed = start.duration(to: clock.now()) }
        fill(&event)
        observers.observe(event)
    }

    func bodyEnded(as ending: ResponseBody.Ending, _ head: HTTPResponse, metrics: TransferMetrics?) {
        var kind = Client.Event.Kind.ended
        if case .failed = ending { kind = .failed }
        note(kind) { event in
            event.response = head
            event.metrics = metrics ?? head.metrics
            switch ending {
            case .complete: event.isComplete = true
            case .abandoned: event.isComplete = false
            case .failed(let error): event.error = error
            }
        }
    }
}
