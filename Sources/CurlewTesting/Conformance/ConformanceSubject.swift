package import Curlew

/// The transport under test: how to make one and how to shut it down.
package struct ConformanceSubject: Sendable {
    /// The name in reports and in the data of deviations.
    package let name: String
    /// What the transport says of itself.
    package let capabilities: TransportCapabilities
    /// The program, and its arguments, that runs a check on this transport and ends with 0 when it passes; nil when
    /// every check runs in this process.
    package let command: (@Sendable (ConformanceCheck) -> [String])?
    private let makeTransport: @Sendable (TransportConfiguration) -> any Transport
    /// Ends every transfer of a transport that `make` made; a second call does nothing.
    package let shutdown: @Sendable (any Transport) -> Void

    /// Describes a transport.
    package init<Subject: Transport>(
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
    package func make(_ configuration: TransportConfiguration = TransportConfiguration()) -> any Transport {
        makeTransport(configuration)
    }
}
