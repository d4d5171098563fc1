/// What a platform is known to do otherwise than the suite asks, as data: a deviation that disappears is a failure.
public struct ConformanceDeviation: Sendable {
    /// The id of the case.
    public let caseID: String
    /// The inputs of the case at which it shows.
    public let inputs: Set<String>
    /// The name of the transport.
    public let transport: String
    /// What is seen in place of the right outcome.
    public let effect: Effect
    /// Why it is so.
    public let reason: String
    /// Where that is written.
    public let reference: String

    /// Describes a deviation.
    ///
    /// - Parameters:
    ///   - caseID: the id of the case.
    ///   - inputs: the inputs of the case at which it shows.
    ///   - transport: the name of the subject.
    ///   - effect: what is seen in place of the right outcome.
    ///   - reason: why it is so.
    ///   - reference: where that is written.
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
        /// The check fails, with this text as a part of its failure.
        case failure(String)
        /// The platform ends the whole process, which is one of its own.
        case endsProcess
    }

    /// Reason and reference, as reports show them.
    var explanation: String { reference.isEmpty ? reason : "\(reason) (\(reference))" }

    /// The names of the checks that it speaks of and that do not exist.
    var unknownChecks: [String] {
        let known = ConformanceCase.all.first { $0.id == caseID }?.checks.map(\.input) ?? []
        return inputs.subtracting(known).sorted().map { "\(caseID) · \($0)" }
    }

    func concerns(_ check: ConformanceCheck, _ subject: ConformanceSubject) -> Bool {
        caseID == check.caseID && inputs.contains(check.input) && transport == subject.name
    }
}
