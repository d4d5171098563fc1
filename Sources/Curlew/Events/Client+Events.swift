extension Client {
    /// The events of a server's event stream (WHATWG HTML §9.2), as they arrive.
    ///
    ///     for try await event in client.events(from: ticker) { print(event.data) }
    ///
    /// When the connection ends or breaks, the client waits for the time of the server's last `retry`, by default
    /// that of `reconnection`, and connects again with `Last-Event-ID`. A server that assigns ids then continues
    /// after the last complete event. A 204 ends the sequence. Any other status except 200 is thrown, and so are a
    /// media type other than `text/event-stream`, a failure of the first connection, and too many consecutive
    /// failures.
    ///
    /// The client's `idle` limit does not apply to the events of a stream that reconnects, which may be silent for long,
    /// only to the body of a refused response; that of the endpoint's options applies to both. `total` covers all connections together. The request accepts no content coding. The
    /// endpoint's decoder is not used.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent for each connection.
    ///   - lastEventID: the id to continue after, such as that of the last event of an earlier run; empty for the
    ///     server's choice. An id with a control character other than the tab is `.invalidRequest`.
    ///   - reconnection: when to connect again; nil for the defaults with GET, and `.never` with another method.
    ///   - limit: the most bytes of a line, and of an event's data; more is `.bodyTooLarge`.
    public func events<Output>(
        from endpoint: Endpoint<Output>, after lastEventID: String = "",
        reconnection: EventReconnection? = nil, limit: Int = 1 << 20
    ) -> ServerSentEvents {
        let reconnection = reconnection ?? (endpoint.method == .get ? EventReconnection() : .never)
        let mayBeSilent = reconnection.isEnabled && endpoint.options.timeouts.idle == nil
        let endpoint = endpoint.with {
            if mayBeSilent { $0.options.timeouts.idle = Timeouts.unlimited }
        }
        // The transport has no idle limit then, but only the events may be silent for long.
        let refusalLimit = mayBeSilent ? configuration.timeouts.idle : nil
        let source = EventSource(
            reconnection: reconnection, lastEventID: lastEventID, limit: limit,
            timeouts: configuration.timeouts.overridden(by: endpoint.options.timeouts),
            clock: configuration.clock
        ) { id, deadline throws(NetworkError) in
            // Always send the caller's ID (an invalid one is rejected later); drop an invalid one from the server.
            let isSent = id == lastEventID || id.isFieldValue
            return try await self.connect(to: endpoint, isSent ? id : "", deadline, limit, refusalLimit)
        }
        return ServerSentEvents(source: source)
    }

    /// The values of a server's event stream, each decoded from the data of one event.
    ///
    ///     let chat = Endpoint<Void>.post("/chat/completions", body: .json(prompt))
    ///     for try await delta in client.events(of: Delta.self, from: chat, until: "[DONE]") { print(delta.text) }
    ///
    /// The connections are those of ``events(from:after:reconnection:limit:)``: a POST is sent once, with the client's
    /// `idle` limit. Every event is decoded, whatever its name, except two kinds. One with the data of `until` ends the
    /// sequence and the transfer. One named `error`, or one that is not a value but the client's `failureBody`, is
    /// `.failureReported`, with the failure in `failure(as:)` and the data in `bodyPrefix`. Any other event that is not a
    /// value is `.decodingFailed`. Each message has the event's number, from 1.
    ///
    /// - Parameters:
    ///   - type: what the data of an event decodes into.
    ///   - endpoint: what is sent for each connection; its own decoder or the client's decodes the events.
    ///   - end: the data of the last event, which is not decoded; nil if the end of the stream, or a 204, is the end.
    ///     A stream that ends before it and is not reconnected is `.incompleteBody`, and so is a 204 before it.
    ///   - lastEventID: the id to continue after; empty for the server's choice.
    ///   - reconnection: when to connect again; nil for the defaults with GET, and `.never` with another method.
    ///   - limit: the most bytes of a line, and of an event's data; more is `.bodyTooLarge`.
    public func events<Value: Decodable & SendableMetatype, Output>(
        of type: Value.Type, from endpoint: Endpoint<Output>, until end: String? = nil,
        after lastEventID: String = "", reconnection: EventReconnection? = nil, limit: Int = 1 << 20
    ) -> DecodedEvents<Value> {
        DecodedEvents(
            events: events(from: endpoint, after: lastEventID, reconnection: reconnection, limit: limit),
            end: end, format: FailureFormat(endpoint, configuration))
    }

    private func connect<Output>(
        to endpoint: Endpoint<Output>, _ lastEventID: String, _ deadline: SendDeadline?, _ limit: Int,
        _ refusalLimit: Duration?
    ) async throws(NetworkError) -> EventConnection {
        try await performing(endpoint) { request throws(NetworkError) in
            request.prepareForEvents(after: lastEventID)
        } then: { request, context throws(NetworkError) in
            let response = try await pipeline.perform(
                request, SendOptions(endpoint, within: deadline), attempts: &context.attempts)
            context.response = response.head
            try await response.checkEventStream(IdleLimit(refusalLimit, configuration.clock))
            return EventConnection(response, context, limit: limit)
        }
    }
}

extension HTTPRequest {
    /// WHATWG HTML §9.2.2, §9.2.3.
    fileprivate mutating func prepareForEvents(after lastEventID: String) {
        options.delivery = .streamed
        var fields: HTTPFields = [.accept: "text/event-stream", .cacheControl: "no-store"]
        // A decoder could delay events, and a truncated encoded stream is an error.
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
    /// Throws `.unacceptableStatus` and `.unexpectedContentType`, unless events follow or the server has no more.
    fileprivate func checkEventStream(_ limit: IdleLimit?) async throws(NetworkError) {
        if status == 204 { return }
        guard status == 200 else { throw try await unacceptableStatus(within: limit) }
        guard mediaType == "text/event-stream" else {
            throw try await unexpectedContentType(
                mediaType ?? "of an unknown type", expected: "text/event-stream", within: limit)
        }
    }
}
