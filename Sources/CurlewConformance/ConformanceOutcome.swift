/// The outcome of a check.
public enum ConformanceOutcome: Sendable {
    /// The expected outcome.
    case pass
    /// Another outcome with its reason: a known deviation, or a feature that the transport declares unsupported.
    case deviation(String)
    /// A wrong outcome.
    case fail(ConformanceFailure)

    /// Whether the outcome is wrong.
    public var isFail: Bool {
        if case .fail = self { true } else { false }
    }
}
