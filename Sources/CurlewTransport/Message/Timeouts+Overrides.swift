extension Timeouts {
    /// Removes a limit in ``Overrides``: it is too large for the clock, and so no limit.
    public static let unlimited = Duration.nanoseconds(Int64.max)

    /// Limits that replace others, each on its own; nil keeps the other as it is.
    ///
    ///     endpoint.with { $0.options.timeouts.total = .seconds(5) }              // the client's other limits apply too
    ///     endpoint.with { $0.options.timeouts.idle = Timeouts.unlimited }       // no limit in place of the client's
    public struct Overrides: Sendable, Hashable {
        // The limits of Timeouts are kept in nanoseconds, and a nil one is as cheap as any.
        private var limits: Timeouts

        /// Makes overrides; without arguments nothing is changed.
        public init(
            connect: Duration? = nil, head: Duration? = nil, idle: Duration? = nil, total: Duration? = nil
        ) {
            limits = Timeouts(connect: connect, head: head, idle: idle, total: total)
        }

        /// A total limit; the other limits are kept as they are.
        public static func total(_ limit: Duration) -> Self { Self(total: limit) }

        /// In place of ``Timeouts/connect``.
        public var connect: Duration? {
            get { limits.connect }
            set { limits.connect = newValue }
        }

        /// In place of ``Timeouts/head``.
        public var head: Duration? {
            get { limits.head }
            set { limits.head = newValue }
        }

        /// In place of ``Timeouts/idle``.
        public var idle: Duration? {
            get { limits.idle }
            set { limits.idle = newValue }
        }

        /// In place of ``Timeouts/total``.
        public var total: Duration? {
            get { limits.total }
            set { limits.total = newValue }
        }
    }

    /// These limits, with some replaced.
    package func overridden(by overrides: Overrides) -> Timeouts {
        var timeouts = self
        if let connect = overrides.connect { timeouts.connect = connect.limit }
        if let head = overrides.head { timeouts.head = head.limit }
        if let idle = overrides.idle { timeouts.idle = idle.limit }
        if let total = overrides.total { timeouts.total = total.limit }
        return timeouts
    }
}

extension Timeouts.Overrides: CustomStringConvertible {
    /// The limits that are replaced, such as `idle: none, total: 5 s`.
    public var description: String {
        let texts = limits.setLimits.map { "\($0.phase): \($0.limit.limit?.shortText ?? "none")" }
        return texts.isEmpty ? "unchanged" : texts.joined(separator: ", ")
    }
}

extension Duration {
    fileprivate var limit: Duration? { self == Timeouts.unlimited ? nil : self }
}
