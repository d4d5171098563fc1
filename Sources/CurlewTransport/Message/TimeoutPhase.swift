/// Which of the limits passed.
public enum TimeoutPhase: String, Sendable, Hashable, CaseIterable {
    /// `Timeouts.connect`.
    case connect
    /// `Timeouts.head`.
    case head
    /// `Timeouts.idle`.
    case idle
    /// `Timeouts.total`.
    case total

    package var explanation: String {
        switch self {
        case .connect: "no connection was made"
        case .head: "no response arrived"
        case .idle: "no byte was sent or received"
        case .total: "the exchange did not finish"
        }
    }
}
