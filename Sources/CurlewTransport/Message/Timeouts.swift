/// How long an exchange and its phases may take; nil means no limit.
///
/// Zero and negative limits are `.invalidRequest` when the request is sent; one too large for the clock, which counts
/// nanoseconds in 64 bits, is no limit.
///
/// Any limit except `idle` can pass before a connection is made: while all connections are in use, during the name
/// lookup, while connecting, or during the TLS handshake. The error's `phase` names the limit that passed, which is
/// the one to change. Its message says that no connection was made and what the exchange was waiting for;
/// `mayHaveBeenProcessed` is false, since nothing was sent. URLSession reports only whether a connection was free.
public struct Timeouts: Sendable, Hashable {
    // Nanoseconds, since every request carries them and converting a Duration costs a wide division.
    private var connectLimit: Int64
    private var headLimit: Int64
    private var idleLimit: Int64
    private var totalLimit: Int64
    /// The total limit that an error names; `none` if it is the limit itself.
    private var namedTotalLimit = Self.none

    /// Makes limits; the defaults are 30 s to the head and 60 s without a byte.
    public init(
        connect: Duration? = nil, head: Duration? = .seconds(30), idle: Duration? = .seconds(60),
        total: Duration? = nil
    ) {
        connectLimit = Self.nanoseconds(connect)
        headLimit = Self.nanoseconds(head)
        idleLimit = Self.nanoseconds(idle)
        totalLimit = Self.nanoseconds(total)
    }

    /// Makes a total limit and no other.
    public static func total(_ limit: Duration) -> Self { Timeouts(head: nil, idle: nil, total: limit) }

    /// From sending to a usable connection, including the wait for a free one.
    public var connect: Duration? {
        get { Self.duration(connectLimit) }
        set { connectLimit = Self.nanoseconds(newValue) }
    }

    /// From sending to the final head; restarted by every request byte that is sent.
    public var head: Duration? {
        get { Self.duration(headLimit) }
        set { headLimit = Self.nanoseconds(newValue) }
    }

    /// The longest time without a byte in either direction after the head, not counting the reader's pauses.
    public var idle: Duration? {
        get { Self.duration(idleLimit) }
        set { idleLimit = Self.nanoseconds(newValue) }
    }

    /// The limit for everything, including redirects, retries and the body.
    ///
    /// Set by `middleware`, it covers everything from `next` on; set by `attemptMiddleware`, it covers one attempt. A
    /// middleware can only shorten it.
    public var total: Duration? {
        get { Self.duration(totalLimit) }
        set {
            totalLimit = Self.nanoseconds(newValue)
            namedTotalLimit = Self.none
        }
    }

    /// The total limit as it was set, for error messages: `total` may be what redirects and retries have left of it.
    package var namedTotal: Duration? { Self.duration(namedTotalLimit) ?? total }

    /// Sets the total limit to what is not yet used of another.
    package mutating func setTotal(_ rest: Duration, leftOf limit: Duration) {
        total = rest
        namedTotalLimit = Self.nanoseconds(limit)
    }

    /// A limit in nanoseconds; `Int64.max` for none and for one that is too large for the clock.
    package func nanoseconds(of phase: Timeouts.Phase) -> Int64 {
        let limit = limit(of: phase)
        return limit == Self.none ? .max : limit
    }

    /// The limits that are set, in the order in which an exchange reaches them.
    var setLimits: [(phase: Phase, limit: Duration)] {
        Phase.allCases.compactMap { phase in Self.duration(limit(of: phase)).map { (phase, $0) } }
    }

    private func limit(of phase: Timeouts.Phase) -> Int64 {
        switch phase.kind {
        case .connect: connectLimit
        case .head: headLimit
        case .idle: idleLimit
        case .total: totalLimit
        }
    }

    /// Throws `.invalidRequest` for a limit that is not positive.
    package func check() throws(NetworkError) {
        for phase in Timeouts.Phase.allCases where nanoseconds(of: phase) <= 0 {
            throw .invalidRequest("the \(phase.rawValue) timeout is not positive")
        }
    }

    private static let none = Int64.min

    private static func duration(_ nanoseconds: Int64) -> Duration? {
        nanoseconds == none ? nil : .nanoseconds(nanoseconds)
    }

    /// Whole nanoseconds, at least one, so that a positive limit stays positive.
    private static func nanoseconds(_ limit: Duration?) -> Int64 {
        guard let limit else { return none }
        guard limit > .zero else { return limit < .zero ? -1 : 0 }
        return max(1, limit.nanoseconds ?? .max)
    }
}

extension Timeouts: CustomStringConvertible {
    /// The limits, such as `head: 30 s, idle: 60 s`.
    public var description: String {
        let texts = setLimits.map { "\($0.phase): \($0.limit.shortText)" }
        return texts.isEmpty ? "no limits" : texts.joined(separator: ", ")
    }
}

extension Duration {
    /// Nanoseconds, or nil when they do not fit: such a limit is no limit.
    package var nanoseconds: Int64? {
        // `components` traps where the seconds do not fit in 64 bits.
        Int64(exactly: attoseconds / 1_000_000_000)
    }

    /// The end of this duration from a start: the start itself if it is negative, nil if it is too large.
    package func end(from start: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard self > .zero else { return start }
        return nanoseconds.map { start.advanced(by: .nanoseconds($0)) }
    }

    /// For messages: `400 µs`, `300 ms`, `1.5 s`.
    package var shortText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if seconds == 0 {
            return milliseconds == 0 ? "\(attoseconds / 1_000_000_000_000) µs" : "\(milliseconds) ms"
        }
        if milliseconds == 0 { return "\(seconds) s" }
        var digits = String(1000 + milliseconds).dropFirst()
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(seconds).\(digits) s"
    }
}
