/// The trace that a request belongs to (W3C Trace Context).
///
/// A server sets it while it handles a request; a client with `propagatesTraceContext` passes it on:
///
///     let received = incoming.headers["traceparent"].flatMap { TraceContext(traceparent: $0) }
///     let trace = received ?? TraceContext()
///     try await TraceContext.$current.withValue(trace.child()) {
///         try await client.send(.user("ada"))
///     }
public struct TraceContext: Sendable, Hashable {
    /// The trace of the current task and its child tasks; nil outside of one.
    @TaskLocal public static var current: TraceContext?

    private let traceHigh: UInt64
    private let traceLow: UInt64
    private let parent: UInt64
    /// Whether the caller may have recorded this trace.
    public var isSampled: Bool
    /// The data of tracing systems, the `tracestate` field's value; nil for none.
    public let state: String?

    /// Starts a new trace with random numbers.
    public init(isSampled: Bool = true) {
        self.init(
            traceHigh: .random(in: 0...UInt64.max), traceLow: .random(in: 1...UInt64.max),
            parent: .random(in: 1...UInt64.max), isSampled: isSampled, state: nil)
    }

    /// Reads the fields of a request; nil if `traceparent` is not valid; an invalid `tracestate` is dropped.
    ///
    /// Of a version above 00, the parts of 00 are read (W3C Trace Context §4.3).
    public init?(traceparent: String, tracestate: String? = nil) {
        guard let parts = TraceparentParts(traceparent) else { return nil }
        self.init(
            traceHigh: parts.traceHigh, traceLow: parts.traceLow, parent: parts.parent,
            isSampled: parts.flags & 1 == 1, state: tracestate.flatMap { Self.isValid(state: $0) ? $0 : nil })
    }

    private init(traceHigh: UInt64, traceLow: UInt64, parent: UInt64, isSampled: Bool, state: String?) {
        self.traceHigh = traceHigh
        self.traceLow = traceLow
        self.parent = parent
        self.isSampled = isSampled
        self.state = state
    }

    /// The trace's id: 32 hexadecimal digits.
    public var traceID: String { traceHigh.hexadecimal + traceLow.hexadecimal }

    /// The id of the caller's operation: 16 hexadecimal digits.
    public var parentID: String { parent.hexadecimal }

    /// The same trace with a new random parent id, for a new operation.
    public func child() -> TraceContext {
        TraceContext(
            traceHigh: traceHigh, traceLow: traceLow, parent: .random(in: 1...UInt64.max),
            isSampled: isSampled, state: state)
    }

    /// The `traceparent` field's value, of version 00.
    public var traceparent: String { "00-\(traceID)-\(parentID)-\(isSampled ? "01" : "00")" }

    /// W3C Trace Context §3.3: printable ASCII; systems must pass on 512 characters.
    private static func isValid(state: String) -> Bool {
        (1...512).contains(state.utf8.count) && state.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension TraceContext: CustomStringConvertible {
    /// The `traceparent` field's value.
    public var description: String { traceparent }
}

extension UInt64 {
    /// 16 digits in lower case.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
