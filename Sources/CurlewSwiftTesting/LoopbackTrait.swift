public import CurlewTesting
public import Testing

/// Gives each test, and each of its arguments, a ``LoopbackServer`` of its own.
public struct LoopbackTrait: TestTrait, SuiteTrait, TestScoping {
    private let routes: @Sendable () -> [LoopbackServer.Route]

    init(_ routes: @escaping @Sendable () -> [LoopbackServer.Route]) {
        self.routes = routes
    }

    /// True: in front of a suite, it gives each of its tests a server.
    public var isRecursive: Bool { true }

    /// Starts the server, runs the test and stops the server; throws what both throw.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let server = try LoopbackServer(routes: routes())
        defer { server.stop() }
        try await LoopbackServer.$ofCurrentTest.withValue(server) { try await function() }
    }
}

extension Trait where Self == LoopbackTrait {
    /// Gives each test a server with the built-in routes and others; the test finds it in ``LoopbackServer/current``.
    ///
    ///     @Test(.loopback { [.init("GET", "/users/*") { _ in .json(#"{"name": "Ada"}"#) }] })
    ///     func readsAUser() async throws {
    ///         let client = Client(baseURL: try LoopbackServer.current.url, transport: .libcurl)
    ///
    /// Tests can run in parallel: no other test sees its requests.
    public static func loopback(
        _ routes: @escaping @Sendable () -> [LoopbackServer.Route] = { [] }
    ) -> Self {
        LoopbackTrait(routes)
    }
}

extension LoopbackServer {
    @TaskLocal fileprivate static var ofCurrentTest: LoopbackServer?

    /// The server that ``LoopbackTrait`` has started for the current test.
    public static var current: LoopbackServer {
        get throws {
            try #require(ofCurrentTest, "the test has no server: add the trait .loopback")
        }
    }
}
