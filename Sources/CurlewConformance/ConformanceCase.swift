public import Curlew

/// A behaviour required of every transport: the requirement, its source, and the inputs that test it.
///
/// The suite also serves transports over other libraries: pass ``all`` to a parametrised test. The article
/// <doc:WritingATransport> of the module Curlew shows a complete one.
public struct ConformanceCase: Sendable {
    /// The short name, such as `query-encoding`.
    public let id: String
    /// The requirement, in a few words.
    public let title: String
    /// The section of a standard, or the sentence of the design, that requires it.
    public let reference: String
    /// The inputs, each with its expected outcome.
    public let checks: [ConformanceCheck]

    /// The features that a transport needs to pass every check.
    public var needs: Set<TransportCapabilities.Feature> {
        checks.reduce(into: []) { $0.formUnion($1.needs) }
    }

    /// Describes a case; its checks must have different inputs.
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
        urls + fields + heads + bodies + echoes + faults + contract + options + paths + settings + readers
        + connections
        + pools
        + authentication + timeouts
        + cancellation + abandonment
        + streams + concurrency + uploads + [uploadProgress] + forms + decoding + codings + formats
        + redirects
        + credentials + deadlines + retries + cookies + observation + downloads
        + rawHeads + rawBodies + rawConnections + resources + descriptors
}
