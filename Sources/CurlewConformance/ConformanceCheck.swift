public import Curlew

/// One input of a case, tried on one transport.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// The id of its case.
    public private(set) var caseID = ""
    /// The input in a few words.
    public let input: String
    /// The features that the transport needs; one that declares them unsupported deviates for the reason it gives.
    public let needs: Set<TransportCapabilities.Feature>
    /// Whether the input may end or block the process; such a check gets its own process if the subject has a program.
    public private(set) var runsInSubprocess = false
    private let body: @Sendable (ConformanceSubject) async throws -> Void

    private init(
        _ input: String, _ needs: Set<TransportCapabilities.Feature>,
        body: @escaping @Sendable (ConformanceSubject) async throws -> Void
    ) {
        self.input = input
        self.needs = needs
        self.body = body
    }

    /// A check with a transport of its own, which is shut down afterwards.
    ///
    /// The check fails if the closure throws.
    package static func check(
        _ input: String, needs: Set<TransportCapabilities.Feature> = [],
        configuration: TransportConfiguration = TransportConfiguration(),
        _ body: @escaping @Sendable (any Transport) async throws -> Void
    ) -> Self {
        Self(input, needs) { subject in
            let transport = subject.make(configuration)
            defer { transport.shutdown() }
            try await body(transport)
        }
    }

    /// A check that makes, shuts down and drops transports itself.
    package static func lifetime(
        _ input: String, _ body: @escaping @Sendable (ConformanceSubject) async throws -> Void
    ) -> Self {
        Self(input, [], body: body)
    }

    /// Case and input, unique to the check.
    public var name: String { "\(caseID) · \(input)" }

    /// The name.
    public var description: String { name }

    /// Tries the input in this process, without a watchdog; throws the failure.
    public func run(on subject: ConformanceSubject) async throws(ConformanceFailure) {
        do {
            try await body(subject)
        } catch {
            throw ConformanceFailure(error)
        }
    }

    /// The same check, in a process of its own under a watchdog.
    package func inSubprocess() -> Self {
        var copy = self
        copy.runsInSubprocess = true
        return copy
    }

    func belonging(to caseID: String) -> Self {
        var copy = self
        copy.caseID = caseID
        return copy
    }
}
