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
        case .head: "no response came"
        case .idle: "no byte came or went"
        case .total: "the exchange did not end"
        }
    }
}
