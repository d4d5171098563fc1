extension Client {
    /// Sends an endpoint and returns its response as lines of text, as they arrive.
    ///
    ///     for try await line in client.lines(from: log) { print(line) }
    ///
    /// The endpoint is sent by the first `next`, and once for each loop. A status that `send` would not accept is
    /// `.unacceptableStatus`; any media type is accepted. The text is UTF-8, as with ``ResponseBody/lines(limit:)``.
    /// Cancelling the task or leaving the loop ends the transfer. The endpoint's output is not decoded.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent.
    ///   - limit: the most bytes of a line, without its ending; a longer one is `.bodyTooLarge`.
    public func lines<Output>(from endpoint: Endpoint<Output>, limit: Int = 1 << 20) -> TextLines {
        TextLines(
            source: .endpoint { () throws(NetworkError) in
                try await self.connect(to: endpoint, accepting: nil)
            }, limit: limit)
    }

    /// Sends an endpoint and returns its response as JSON Lines: one value per line, decoded as it arrives.
    ///
    ///     for try await order in client.jsonLines(of: Order.self, from: export) { print(order.id) }
    ///
    /// The endpoint is sent by the first `next`, and once for each loop. A status that `send` would not accept is
    /// `.unacceptableStatus`, and a media type that is neither the decoder's nor one of JSON Lines is
    /// `.unexpectedContentType`. Lines of only white space are skipped. A line that is not a value is
    /// `.decodingFailed`, or `.failureReported` if it is the client's `failureBody`; the message has its number.
    /// Cancelling the task or leaving the loop ends the transfer.
    ///
    /// - Parameters:
    ///   - type: what each line decodes into.
    ///   - endpoint: what is sent; its own decoder or the client's decodes the lines.
    ///   - limit: the most bytes of a line, without its ending; a longer one is `.bodyTooLarge`.
    public func jsonLines<Value: Decodable & SendableMetatype, Output>(
        of type: Value.Type, from endpoint: Endpoint<Output>, limit: Int = 1 << 20
    ) -> JSONLines<Value> {
        let format = FailureFormat(endpoint, configuration)
        return JSONLines(
            source: .endpoint { () throws(NetworkError) in
                try await self.connect(to: endpoint, accepting: format.decoder)
            }, format: format, limit: limit)
    }

    /// - Parameter decoder: what decodes the lines; nil for any media type.
    private func connect<Output>(
        to endpoint: Endpoint<Output>, accepting decoder: (any BodyDecoder)?
    ) async throws(NetworkError) -> (ResponseBody, ErrorContext) {
        let accept = decoder.map { "\(JSONLinesType.accept), \($0.accept)" }
        let hasOwnAccept = endpoint.fields.contains(.accept) || configuration.fields.contains(.accept)
        return try await performing(endpoint) { request throws(NetworkError) in
            request.options.delivery = .streamed
            if !hasOwnAccept { request.fields[.accept] = accept }
        } then: { request, context throws(NetworkError) in
            let response = try await pipeline.perform(
                request, SendOptions(endpoint), attempts: &context.attempts)
            context.response = response.head
            guard endpoint.decoder.acceptableStatus.contains(response.status.code) else {
                throw try await response.unacceptableStatus()
            }
            if let decoder, let accept, let type = response.mediaType,
                !JSONLinesType.accepts(type), !decoder.accepts(mediaType: type)
            {
                throw try await response.unexpectedContentType(type, expected: accept)
            }
            return (response.body, context)
        }
    }
}

/// The media types of JSON Lines, none of which is registered.
private enum JSONLinesType {
    static let accept = "application/jsonl, application/x-ndjson"

    static func accepts(_ mediaType: String) -> Bool { names.contains(mediaType) }

    private static let names: Set<String> = [
        "application/jsonl", "application/x-jsonl", "application/jsonlines", "application/x-jsonlines",
        "application/json-lines", "application/ndjson", "application/x-ndjson", "application/x-json-stream",
        "text/jsonl",
    ]
}
