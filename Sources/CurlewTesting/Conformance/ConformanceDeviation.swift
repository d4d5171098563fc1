/// What a platform is known to do otherwise than the suite asks, as data: a deviation that disappears is a failure.
package struct ConformanceDeviation: Sendable {
    /// The id of the case.
    package let caseID: String
    /// The inputs of the case at which it shows.
    package let inputs: Set<String>
    /// The name of the transport.
    package let transport: String
    /// What is seen in place of the right outcome.
    package let effect: Effect
    /// Why it is so.
    package let reason: String
    /// Where that is written.
    package let reference: String

    /// Describes a deviation.
    package init(
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
    package enum Effect: Sendable {
        /// The check fails, with this text as a part of its failure.
        case failure(String)
        /// The platform ends the whole process, which is one of its own.
        case endsProcess
    }

    func concerns(_ check: ConformanceCheck, _ subject: ConformanceSubject) -> Bool {
        caseID == check.caseID && inputs.contains(check.input) && transport == subject.name
    }
}
