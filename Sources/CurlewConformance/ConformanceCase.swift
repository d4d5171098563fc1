public import Curlew

/// One behaviour that every transport owes: what is right, where that is written, and the inputs it is tried with.
///
/// The suite is for transports of other stacks too: give ``all`` to a parametrised test. <doc:WritingATransport> of the
/// module Curlew shows it whole.
public struct ConformanceCase: Sendable {
    /// The short name, such as `query-encoding`.
    public let id: String
    /// What is right, in a few words.
    public let title: String
    /// The section of a standard, or the sentence of the design, that says so.
    public let reference: String
    /// The inputs, each with what must come of it.
    public let checks: [ConformanceCheck]

    /// What a transport must be able to do to pass every check.
    public var needs: Set<TransportCapabilities.Feature> {
        checks.reduce(into: []) { $0.formUnion($1.needs) }
    }

    /// Describes a case; no two of its checks have the same input.
    package init(_ id: String, _ title: String, reference: String, _ checks: [ConformanceCheck]) {
        self.id = id
        self.title = title
        self.reference = reference
        self.checks = checks.map { $0.belonging(to: id) }
    }
}

extension ConformanceCase {
    /// Every case, in the order of the report.
    public static let all =
        urls + fields + heads + bodies + echoes + faults + contract + options + readers + connections + pools
        + authentication + timeouts
        + cancellation + abandonment
        + streams + concurrency + uploads + [uploadProgress] + forms + decoding + codings + formats
        + redirects
        + credentials + deadlines + retries + cookies + observation + downloads
        + rawHeads + rawBodies + rawConnections + resources + descriptors
}
