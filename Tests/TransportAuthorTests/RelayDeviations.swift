import CurlewConformance
import CurlewTransport

/// What the relay inherits from the underlying library.
enum RelayDeviations {
    static let known = leavesOutLongFields ? [longField] : []

    /// Some versions of libcurl leave out fields of more than 300 KiB.
    private static var leavesOutLongFields: Bool {
        let hazards = RelayConformanceTests.subject.capabilities.layer?.hazards ?? []
        return hazards.contains { $0.reference == longField.reference }
    }

    private static let longField = ConformanceDeviation(
        "contract-head-limit", ["a head just below the limit, with a body of 64 KiB"], on: "relay",
        .failure("unsupported"), reason: "libcurl leaves out a field of more than 300 KiB",
        reference: "curl/curl#22336")
}
