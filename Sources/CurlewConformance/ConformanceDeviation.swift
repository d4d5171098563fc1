package import CurlewTransport

/// A known difference of a platform from the suite, as data; a deviation that disappears is a failure.
public struct ConformanceDeviation: Sendable {
    /// The id of the case.
    public let caseID: String
    /// The inputs of the case that show it.
    public let inputs: Set<String>
    /// The name of the transport.
    public let transport: String
    /// The observed outcome.
    public let effect: Effect
    /// The cause.
    public let reason: String
    /// The source for the cause.
    public let reference: String
    /// The versions of libcurl that show it, for a transport over libcurl; nil if all of them do.
    package private(set) var libcurlVersions: LibcurlVersionRange?

    /// Describes a deviation.
    ///
    /// - Parameters:
    ///   - caseID: the id of the case.
    ///   - inputs: the inputs of the case that show it.
    ///   - transport: the name of the subject.
    ///   - effect: the observed outcome.
    ///   - reason: the cause.
    ///   - reference: the source for the cause.
    public init(
        _ caseID: String, _ inputs: Set<String>, on transport: String, _ effect: Effect, reason: String,
        reference: String
    ) {
        self.caseID = caseID
        self.inputs = inputs
        self.transport = transport
        self.effect = effect
        self.reason = reason
        self.reference = reference
    }

    /// How a deviation shows.
    public enum Effect: Sendable {
        /// The check fails, and its failure contains this text.
        case failure(String)
        /// The platform ends the whole process; the check has a process of its own.
        case endsProcess
    }

    /// Reason, reference and versions, as reports show them.
    var explanation: String {
        let sources = [reference, libcurlVersions.map { "libcurl \($0)" } ?? ""].filter { !$0.isEmpty }
        return sources.isEmpty ? reason : "\(reason) (\(sources.joined(separator: "; ")))"
    }

    /// The names that match no check.
    var unknownChecks: [String] {
        let known = ConformanceCase.all.first { $0.id == caseID }?.checks.map(\.input) ?? []
        return inputs.subtracting(known).sorted().map { "\(caseID) · \($0)" }
    }

    func concerns(_ check: ConformanceCheck, _ subject: ConformanceSubject) -> Bool {
        caseID == check.caseID && inputs.contains(check.input) && transport == subject.name
            && concerns(subject.libcurlVersion)
    }

    private func concerns(_ version: LibcurlVersion?) -> Bool {
        guard let libcurlVersions else { return true }
        return version.map { libcurlVersions.contains($0) } ?? false
    }

    /// The same deviation, of some versions of libcurl.
    package func on(_ versions: LibcurlVersionRange) -> Self {
        var copy = self
        copy.libcurlVersions = versions
        return copy
    }
}
