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
    /// Requests at once to names whose lookup takes two seconds; needs the library that delays lookups.
    static let lookups = Figure(name: "lookups") { server in
        try await lookupsOfOneName(server) + lookupsOfManyNames(server) + limitsOfLookups(server)
    }

    private static func lookupsOfOneName(_ server: String) async throws -> [Bound] {
        let transport = LibcurlTransport()
        let servers = Array(repeating: try slow("one", server), count: 500)
        let before = try count("total")
        let threads = try ProcessStatus.threadCount()
        async let successful = successes(of: servers, over: transport)
        try await Task.sleep(for: .seconds(1))
        let added = try ProcessStatus.threadCount() - threads
        return [
            .equal(500, "successes of 500 requests to one name", await successful),
            .equal(1, "lookups of that name", try count("total") - before),
            .atMost(8, "threads for them", added),
        ]
    }

    private static func lookupsOfManyNames(_ server: String) async throws -> [Bound] {
        let servers = try (0..<200).map { try slow("name-\($0)", server) }
        let before = try count("total")
        let successful = await successes(of: servers, over: LibcurlTransport())
        return [
            .equal(200, "successes of 200 requests to 200 names", successful),
            .equal(200, "lookups of those names", try count("total") - before),
            .atMost(32, "lookups at a time", try count("peak")),
        ]
    }

    /// A lookup continues when its waiters give up, and serves later requests.
    private static func limitsOfLookups(_ server: String) async throws -> [Bound] {
        let transport = LibcurlTransport()
        let late = try slow("late", server)
        let request = try HTTPRequest(url: late, timeouts: Timeouts(head: .milliseconds(500)))
        let before = try count("total")
        let start = ContinuousClock.now
        let messages = await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do throws(NetworkError) {
                        return "\(try await transport.send(request).status)"
                    } catch {
                        return error.message
                    }
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        let name = late.dropFirst("http://".count)
        let message =
            "no connection was made to \(name) within 500 ms (head limit): the name lookup did not finish"
        return [
            .equal([message], "errors of 50 requests whose limit passes meanwhile", messages),
            .atMost(800, "ms", "until all of these errors", time),
            .equal(1, "successes of a later request", await successes(of: [late], over: transport)),
            .equal(1, "lookups for all of them", try count("total") - before),
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

    /// The counts of the preloaded library.
    private static func count(_ name: String) throws -> Int {
        guard let symbol = unsafe dlsym(nil, "slow_lookup_\(name)") else { throw NotPreloaded() }
        let function = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
        return Int(function())
    }
}
