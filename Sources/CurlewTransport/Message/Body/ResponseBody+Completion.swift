extension ResponseBody {
    /// The trailers and final metrics of a body that has ended.
    public struct Completion: Sendable {
        /// The trailers (RFC 9110 §6.5).
        public var trailers: HTTPFields
        /// The final metrics of the exchange; nil if unknown.
        public var metrics: TransferMetrics?

        /// Makes a completion.
        public init(trailers: HTTPFields = [:], metrics: TransferMetrics? = nil) {
            self.trailers = trailers
            self.metrics = metrics
        }
    }
}
