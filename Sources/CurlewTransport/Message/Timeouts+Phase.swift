extension Timeouts {
    /// Which of the limits passed; more can be added without breaking a caller.
    public struct Phase: Sendable, Hashable, RawRepresentable, CaseIterable {
        package enum Kind: String, CaseIterable { case connect, head, idle, total }

        package let kind: Kind

        /// `Timeouts.connect`.
        public static let connect = Phase(kind: .connect)
        /// `Timeouts.head`.
        public static let head = Phase(kind: .head)
        /// `Timeouts.idle`.
        public static let idle = Phase(kind: .idle)
        /// `Timeouts.total`.
        public static let total = Phase(kind: .total)

        /// Every phase, in the order in which an exchange reaches them.
        public static let allCases = Kind.allCases.map { Phase(kind: $0) }

        private init(kind: Kind) {
            self.kind = kind
        }

        /// Makes a phase; nil for a name that this version does not know.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind: kind)
        }

        /// The stable name, as programs print it.
        public var rawValue: String { kind.rawValue }

        package var explanation: String {
            switch kind {
            case .connect: "no connection was made"
            case .head: "no response arrived"
            case .idle: "no byte was sent or received"
            case .total: "the exchange did not finish"
            }
        }
    }
}

extension Timeouts.Phase: CustomStringConvertible {
    /// The stable name.
    public var description: String { rawValue }
}
