/// The progress of a transfer, or of the check of its bytes.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes received, sent or verified so far, including those of an earlier call that this one resumes.
    public var completed: Int64
    /// Bytes in total; nil if unknown.
    public var total: Int64?
    /// Bytes per second, averaged over about the last two seconds; 0 at the start.
    public var rate: Double
    /// What is being done with the bytes.
    public var phase: Phase

    /// Describes a state.
    public init(
        completed: Int64, total: Int64? = nil, rate: Double = 0, phase: Phase = .transferring
    ) {
        self.completed = completed
        self.total = total
        self.rate = rate
        self.phase = phase
    }

    /// What is being done with the bytes; more can be added.
    public struct Phase: Sendable, Hashable, CustomStringConvertible {
        /// `transferring` or `verifying`.
        public let description: String

        /// The bytes are received or sent.
        public static let transferring = Phase(description: "transferring")
        /// The bytes of a file are read for its checksum.
        public static let verifying = Phase(description: "verifying")
    }

    /// The completed fraction, from 0 to 1; nil without a total.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(completed) / Double(total)) : 1
    }

    /// How long the rest takes at this rate; nil without a total or a rate.
    public var timeLeft: Duration? {
        guard let total, rate > 0, total >= completed else { return nil }
        let seconds = Double(total - completed) / rate
        return seconds < 1e9 ? .seconds(seconds) : nil
    }
}
