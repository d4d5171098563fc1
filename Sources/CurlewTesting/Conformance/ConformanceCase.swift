/// One behaviour that every transport owes: what is right, where that is written, and the inputs it is tried with.
package struct ConformanceCase: Sendable {
    /// The short name, such as `U1`.
    package let id: String
    /// What is right, in a few words.
    package let title: String
    /// The section of a standard, or the sentence of the design, that says so.
    package let reference: String
    /// The inputs, each with what must come of it.
    package let checks: [ConformanceCheck]

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
    package static let all =
        urls + fields + bodies + faults + contract + connections + pools + authentication + timeouts
        + cancellation
        + streams + concurrency + uploads + [uploadProgress] + forms + decoding + codings + formats
        + redirects
        + credentials + deadlines + retries + cookies + observation + downloads
}
