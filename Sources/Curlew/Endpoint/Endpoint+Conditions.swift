#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Conditional requests: the value is nil if the server says that it has not changed (RFC 9110 §13).
///
///     let response = try await client.response(for: Endpoint.user("ada").ifNoneMatch(cached?.tag))
///     if let user = response.value { cached = (user, response.fields[.eTag]) }
///
/// They are for GET and HEAD: a 304, which no other method gets, is nil. It is neither retried nor followed. Without a
/// condition, since there is no earlier response, a 304 is `.unacceptableStatus` as ever.
extension Endpoint {
    /// Asks for the response only if its `ETag` is another one (RFC 9110 §13.1.2).
    ///
    /// - Parameter entityTag: the earlier response's `ETag`, as it was received, with its quotes; nil or empty for none.
    public func ifNoneMatch(_ entityTag: String?) -> Endpoint<Output?> {
        conditional(.ifNoneMatch, entityTag)
    }

    /// Asks for the response only if it was changed after a moment (RFC 9110 §13.1.3).
    ///
    /// A server that knows `ETag` is more exact with ``ifNoneMatch(_:)``.
    ///
    /// - Parameter date: the earlier response's `Last-Modified`, in whole seconds, rounded down; nil for none, like one
    ///   outside the years 0 to 9999.
    public func ifModifiedSince(_ date: Date?) -> Endpoint<Output?> {
        conditional(.ifModifiedSince, date.flatMap(HTTPDate.text))
    }

    private func conditional(_ name: HTTPField.Name, _ value: String?) -> Endpoint<Output?> {
        var conditional = decoded(by: decoder.orNotModified())
        if let value, !value.isEmpty {
            conditional.fields[name] = value
        } else {
            conditional.decoder.notModified = nil
        }
        return conditional
    }
}
