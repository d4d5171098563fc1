/// What is known once a body has ended.
public struct BodyEnd: Sendable {
    /// The trailers (RFC 9110 §6.5).
    public var trailers: HTTPFields
    /// The final figures of the exchange; nil where they are not known.
    public var metrics: TransferMetrics?

    /// Describes an end.
    public init(trailers: HTTPFields = [:], metrics: TransferMetrics? = nil) {
        self.trailers = trailers
        self.metrics = metrics
    }
}
