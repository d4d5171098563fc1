import Curlew
import CurlewLibcurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Figure {
    /// Requests at once to names whose lookup takes two seconds; needs the library that makes it so.
    static let lookups = Figure(name: "lookups") { server in
        try await lookupsOfOneName(server) + lookupsOfManyNames(server)
    }

    private static func lookupsOfOneName(_ server: String) async throws -> [Bound] {
        let transport = LibcurlTransport()
        let servers = Array(repeating: try slow("one", server), count: 500)
        let before = try count("total")
        let threads = try ProcessStatus.threadCount()
        async let answers = successes(of: servers, over: transport)
        try await Task.sleep(for: .seconds(1))
        let added = try ProcessStatus.threadCount() - threads
        return [
            .equal(500, "successes of 500 requests to one name", await answers),
            .equal(1, "lookups of it", try count("total") - before),
            .atMost(8, "threads that they take", added),
        ]
    }

    private static func lookupsOfManyNames(_ server: String) async throws -> [Bound] {
        let servers = try (0..<200).map { try slow("name-\($0)", server) }
        let before = try count("total")
        let answers = await successes(of: servers, over: LibcurlTransport())
        return [
            .equal(200, "successes of 200 requests to 200 names", answers),
            .equal(200, "lookups of them", try count("total") - before),
            .atMost(32, "lookups at a time", try count("peak")),
        ]
    }

    private static func successes(of servers: [String], over transport: LibcurlTransport) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for server in servers {
                group.addTask { (try? await SmallGet.send(to: server, over: transport)) ?? 0 }
            }
            return await group.reduce(0, +)
        }
    }

    /// The server's URL with a name whose lookup is slow.
    private static func slow(_ name: String, _ server: String) throws -> String {
        "http://\(name).slow-lookup.test:\(server.split(separator: ":").last ?? "")"
    }

    private struct NotPreloaded: Error {}

    /// What the preloaded library has counted.
    private static func count(_ name: String) throws -> Int {
        guard let symbol = unsafe dlsym(nil, "slow_lookup_\(name)") else { throw NotPreloaded() }
        let function = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
        return Int(function())
    }
}
