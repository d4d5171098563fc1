/// What a platform is known to do otherwise than the suite asks, as data: a deviation that disappears is a failure.
package struct ConformanceDeviation: Sendable {
    /// The id of the case.
    package let caseID: String
    /// The inputs of the case at which it shows.
    package let inputs: Set<String>
    /// The name of the transport.
    package let transport: String
    /// What is seen in place of the right outcome: a part of the failure's text.
    package let observed: String
    /// Why it is so.
    package let reason: String
    /// Where that is written.
    package let reference: String

    /// Describes a deviation.
    package init(
        _ caseID: String, _ inputs: Set<String>, on transport: String, observed: String, reason: String,
        reference: String
    ) {
        self.caseID = caseID
        self.inputs = inputs
        self.transport = transport
        self.observed = observed
        self.reason = reason
        self.reference = reference
    }

    func concerns(_ check: ConformanceCheck, _ subject: ConformanceSubject) -> Bool {
        caseID == check.caseID && inputs.contains(check.input) && transport == subject.name
    }
}
