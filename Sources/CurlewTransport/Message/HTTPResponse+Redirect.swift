extension HTTPResponse {
    /// A response that redirected to another target.
    public struct Redirect: Sendable, Hashable {
        /// Where the request was sent.
        public let target: HTTPRequest.Target
        /// The response's status: 301, 302, 303, 307 or 308.
        public let status: Status

        /// Describes a redirect.
        public init(target: HTTPRequest.Target, status: Status) {
            self.target = target
            self.status = status
        }
    }
}

extension HTTPResponse.Redirect: CustomStringConvertible {
    /// The code and the redacted URL.
    public var description: String { "\(status.code) \(target)" }
}
