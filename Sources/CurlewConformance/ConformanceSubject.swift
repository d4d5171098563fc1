public import Curlew

/// The transport under test, and how to make one.
public struct ConformanceSubject: Sendable {
    /// The name in reports and deviations.
    public let name: String
    /// The capabilities that the transport declares.
    public let capabilities: TransportCapabilities
    /// The program, and its arguments, that runs a check on this transport and exits with 0 if it passes; nil if every
    /// check runs in this process.
    public let command: (@Sendable (ConformanceCheck) -> [String])?
    private let makeTransport: @Sendable (TransportConfiguration) -> any Transport

    /// Describes a transport, and makes one to read its capabilities.
    ///
    ///     let subject = ConformanceSubject("mine", make: { MyTransport($0) })
    ///
    /// - Parameters:
    ///   - name: the name in reports and deviations.
    ///   - command: the program, and its arguments, for checks that may end or block the process: it runs a check on
    ///     this transport with ``ConformanceCheck/run(on:)``, prints the failure, if any, and exits with 0 if there is
    ///     none. If nil, every check runs in this process.
    ///   - make: makes a transport; each check gets its own.
    public init<Subject: Transport>(
        _ name: String, command: (@Sendable (ConformanceCheck) -> [String])? = nil,
        make: @escaping @Sendable (TransportConfiguration) -> Subject
    ) {
        self.name = name
        self.command = command
        makeTransport = make
        let sample = make(TransportConfiguration())
        capabilities = sample.capabilities
        sample.shutdown()
    }

    /// The version of the libcurl that the transport uses; nil if it uses none.
    var libcurlVersion: LibcurlVersion? {
        guard let layer = capabilities.layer, layer.name == "libcurl" else { return nil }
        return LibcurlVersion(layer.version)
    }

    /// Makes a new transport for each check.
    public func make(_ configuration: TransportConfiguration = TransportConfiguration()) -> any Transport {
        makeTransport(configuration)
    }
}
