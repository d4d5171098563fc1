extension Client {
    /// The events of a server's event stream (WHATWG HTML §9.2), as they arrive.
    ///
    ///     for try await event in client.events(from: ticker) { print(event.data) }
    ///
    /// When the connection ends or breaks off, the client waits for the time that the server has named with `retry`, or else
    /// for that of `reconnection`, and connects again with `Last-Event-ID`, so that a server that gives its events ids goes on
    /// behind the last one that has arrived whole. A 204 ends the sequence. Any other status but 200 is thrown, and so are
    /// another media type than `text/event-stream`, a failure of the first connection, and too many failures in a row.
    ///
    /// The client's `idle` limit does not hold for a stream that is connected to again, which may be silent for long; that
    /// of the endpoint's options does. `total` counts over all connections. The body is asked for without content coding. The endpoint's decoder is not used.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent for each connection.
    ///   - lastEventID: where to go on from, such as the last event of an earlier run; empty for the server's choice. One
    ///     with a line break or another control character but the tab is `.invalidRequest`.
    ///   - reconnection: when to connect again; nil for the defaults with GET, and never with another method.
    ///   - limit: the most bytes of a line, and of an event's data; more is `.bodyTooLarge`.
    public func events<Output>(
        from endpoint: Endpoint<Output>, after lastEventID: String = "",
        reconnection: EventReconnection? = nil, limit: Int = 1 << 20
    ) -> ServerSentEvents {
        let reconnection = reconnection ?? (endpoint.method == .get ? EventReconnection() : .never)
        let endpoint = endpoint.with {
            guard reconnection.isEnabled, $0.options.timeouts.idle == nil else { return }
            $0.options.timeouts.idle = Timeouts.unlimited
        }
        let source = EventSource(
            reconnection: reconnection, lastEventID: lastEventID, limit: limit,
            timeouts: configuration.timeouts.overridden(by: endpoint.options.timeouts),
            clock: configuration.clock
        ) { id, deadline throws(NetworkError) in
            // The caller's is sent whatever it is, and refused where no field can carry it.
            let isSent = id == lastEventID || id.isFieldValue
            return try await self.connect(to: endpoint, isSent ? id : "", deadline, limit)
        }
        return ServerSentEvents(source: source)
    }

    private func connect<Output>(
        to endpoint: Endpoint<Output>, _ lastEventID: String, _ deadline: SendDeadline?, _ limit: Int
    ) async throws(NetworkError) -> EventConnection? {
        try await performing(endpoint) { request throws(NetworkError) in
            request.askForEvents(after: lastEventID)
        } then: { request, context throws(NetworkError) in
            let response = try await pipeline.perform(
                request, SendOptions(endpoint, within: deadline), attempts: &context.attempts)
            context.response = response.head
            guard try await response.isEventStream() else { return nil }
            return EventConnection(response, context, limit: limit)
        }
    }
}

extension HTTPRequest {
    /// WHATWG HTML §9.2.2, §9.2.3.
    fileprivate mutating func askForEvents(after lastEventID: String) {
        options.delivery = .streamed
        var fields: HTTPFields = [.accept: "text/event-stream", .cacheControl: "no-store"]
        // A decoder could hold events back, and half a coded stream is an error of its own.
        fields[.acceptEncoding] = "identity"
        if !lastEventID.isEmpty { fields[.lastEventID] = lastEventID }
        self.fields.merge(fields)
    }
}

extension String {
    /// RFC 9110 §5.5.
    fileprivate var isFieldValue: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}

extension HTTPResponse {
    /// Whether events follow; false when the server has none for good.
    ///
    /// Throws `.unacceptableStatus` and `.unexpectedContentType`.
    fileprivate func isEventStream() async throws(NetworkError) -> Bool {
        if status == 204 { return false }
        guard status == 200 else { throw try await unacceptableStatus() }
        let type = fields[.contentType].flatMap { MediaType($0)?.essence } ?? "nothing known"
        guard type == "text/event-stream" else {
            let prefix = try await body.prefix(upTo: NetworkError.bodyPrefixLimit)
            throw NetworkError(
                .unexpectedContentType, "expected text/event-stream, but the body is \(type.prefix(100))"
            ).updating { $0.bodyPrefix = prefix }
        }
        return true
    }
}
