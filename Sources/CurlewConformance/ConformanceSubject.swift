public import Curlew

/// The transport under test: how to make one and how to shut it down.
public struct ConformanceSubject: Sendable {
    /// The name in reports and in the data of deviations.
    public let name: String
    /// What the transport says of itself.
    public let capabilities: TransportCapabilities
    /// The program, and its arguments, that runs a check on this transport and ends with 0 when it passes; nil when
    /// every check runs in this process.
    public let command: (@Sendable (ConformanceCheck) -> [String])?
    private let makeTransport: @Sendable (TransportConfiguration) -> any Transport
    /// Ends every transfer of a transport that `make` made; a second call does nothing.
    public let shutdown: @Sendable (any Transport) -> Void

    /// Describes a transport, and makes one to ask for its capabilities.
    ///
    ///     let subject = ConformanceSubject("mine", make: { MyTransport($0) }, shutdown: { $0.shutdown() })
    ///
    /// - Parameters:
    ///   - name: the name in reports and deviations.
    ///   - command: the program, and its arguments, that runs a check on this transport with ``ConformanceCheck/run(on:)``,
    ///     prints what is wrong and ends with 0 when nothing is; for checks that may end or block the process. Without it
    ///     every check runs in this process.
    ///   - make: makes a transport; each check gets one of its own.
    ///   - shutdown: ends every transfer of a transport with `.closed`; a second call does nothing.
    public init<Subject: Transport>(
        _ name: String, command: (@Sendable (ConformanceCheck) -> [String])? = nil,
        make: @escaping @Sendable (TransportConfiguration) -> Subject,
        shutdown: @escaping @Sendable (Subject) -> Void = { _ in }
    ) {
        self.name = name
        self.command = command
        makeTransport = make
        self.shutdown = { transport in
            if let transport = transport as? Subject { shutdown(transport) }
        }
        let sample = make(TransportConfiguration())
        capabilities = sample.capabilities
        shutdown(sample)
    }

    /// Makes a transport of its own for each check.
    public func make(_ configuration: TransportConfiguration = TransportConfiguration()) -> any Transport {
        makeTransport(configuration)
    }
}
