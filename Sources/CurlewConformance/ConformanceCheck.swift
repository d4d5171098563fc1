public import Curlew

/// One input of a case, tried on one transport.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// The id of the case that it belongs to.
    public private(set) var caseID = ""
    /// The input in a few words.
    public let input: String
    /// What the transport must be able to do; one that declares that it cannot deviates with the reason that it gives.
    public let needs: Set<TransportCapabilities.Feature>
    /// Whether the input may end or block the process, which is one of its own then if the subject has a program for it.
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

    /// A check of one transport, which is made for it and shut down afterwards.
    ///
    /// What the closure throws is the failure.
    package static func check(
        _ input: String, needs: Set<TransportCapabilities.Feature> = [],
        configuration: TransportConfiguration = TransportConfiguration(),
        _ body: @escaping @Sendable (any Transport) async throws -> Void
    ) -> Self {
        Self(input, needs) { subject in
            let transport = subject.make(configuration)
            defer { subject.shutdown(transport) }
            try await body(transport)
        }
    }

    /// A check that makes, shuts down and drops transports itself.
    package static func lifetime(
        _ input: String, _ body: @escaping @Sendable (ConformanceSubject) async throws -> Void
    ) -> Self {
        Self(input, [], body: body)
    }

    /// Case and input, which together name the check and no other.
    public var name: String { "\(caseID) · \(input)" }

    /// The name.
    public var description: String { name }

    /// Tries the input in this process, without a watchdog; throws what is wrong.
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
