// The failure that an API describes in the body of a response.
extension NetworkError {
    /// The body's start as the type that the client names for failures; nil if it is not one.
    package var failure: (any Sendable)? { details.failure }

    /// What decodes the body's start; nil for a bare request.
    package var bodyDecoder: (any BodyDecoder)? { details.bodyDecoder }

    /// Whether the body describes a failure: the status is not a success, or a stream has reported one.
    package var hasFailureBody: Bool {
        code == .unacceptableStatus || code == .failureReported || response?.status.isSuccessful == false
    }

    /// The failure as the error's description shows it.
    ///
    /// Only a type that describes itself is shown: reflection would print members that may be secrets.
    var failureText: String {
        guard let failure else { return "" }
        guard let text = (failure as? any CustomStringConvertible)?.description else {
            return ", as \(type(of: failure))"
        }
        return ": \(text.prefix(upTo: 300))"
    }
}

extension String {
    /// The start of the text: by scalars, since a character can have any number of them.
    fileprivate func prefix(upTo limit: Int) -> String {
        let rest = unicodeScalars.dropFirst(limit)
        return rest.isEmpty ? self : String(unicodeScalars.prefix(limit)) + "…"
    }
}
