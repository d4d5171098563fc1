/// What came of a check.
public enum ConformanceOutcome: Sendable {
    /// The right outcome.
    case pass
    /// Another outcome, with the reason: a known deviation, or what the transport declares that it cannot do.
    case deviation(String)
    /// A wrong outcome.
    case fail(ConformanceFailure)

    /// Whether the outcome is wrong.
    public var isFail: Bool {
        if case .fail = self { true } else { false }
    }
}
