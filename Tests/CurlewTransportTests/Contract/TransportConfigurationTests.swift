import Testing

@testable import CurlewTransport

struct TransportConfigurationTests {
    @Test func theDefaultsAreSafe() throws {
        let configuration = TransportConfiguration()
        try configuration.check()
        #expect(configuration.tls.verification == .full)
        #expect(configuration.tls.trustStore == .system)
    }

    @Test(arguments: [
        ("maxConnectionsPerHost", TransportConfiguration(maxConnectionsPerHost: 0)),
        ("maxConnections", TransportConfiguration(maxConnections: -1)),
        ("idleLifetime", TransportConfiguration(idleLifetime: .zero)),
        ("connectionLifetime", TransportConfiguration(connectionLifetime: .seconds(-1))),
        ("headLimit", TransportConfiguration(headLimit: 0)),
        ("fieldLimit", TransportConfiguration(fieldLimit: 0)),
    ])
    func refusesALimitThatIsNotPositive(name: String, configuration: TransportConfiguration) {
        let error = #expect(throws: NetworkError.self) { try configuration.check() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(name) == true)
    }
}
