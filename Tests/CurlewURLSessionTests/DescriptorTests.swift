#if canImport(Glibc)
    import Curlew
    import CurlewTesting
    import CurlewURLSession
    import Foundation
    import Glibc
    import Testing

    /// How the transport behaves without free descriptors; each test has a process of its own.
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct DescriptorTests {
        @Test func aTransportRecoversFromALackOfDescriptors() async {
            await #expect(processExitsWith: .success) {
                let (server, other) = (try LoopbackServer(), try LoopbackServer())
                let transport = URLSessionTransport()
                let first = try HTTPRequest(url: server.url + "/get", timeouts: .total(.seconds(20)))
                let elsewhere = try HTTPRequest(url: other.url + "/get", timeouts: .total(.seconds(20)))
                let post = try HTTPRequest(
                    method: .post, url: server.url + "/post", body: .data(Data("a".utf8)),
                    timeouts: .total(.seconds(20)))
                try #require(try await transport.send(first).status == 200)
                let fillers = Self.takeAllDescriptors()
                for request in [post, elsewhere] {
                    let failure = await Self.failure { _ = try await transport.send(request) }
                    try #require(failure?.code == .cannotConnect)
                    try #require(failure?.message.contains("EMFILE") == true, "\(failure as Any)")
                }
                let fresh = await Self.failure { _ = try await URLSessionTransport().send(first) }
                try #require(fresh?.message.contains("EMFILE") == true, "\(fresh as Any)")
                fillers.forEach { _ = close($0) }
                for request in [first, elsewhere, post] {
                    try #require(try await transport.send(request).status == 200)
                }
            }
        }

        private static func failure(_ send: () async throws -> Void) async -> NetworkError? {
            do {
                try await send()
                return nil
            } catch {
                return error as? NetworkError
            }
        }

        /// Opens files until no descriptor is left, with a limit that makes them few.
        private static func takeAllDescriptors() -> [Int32] {
            var limit = rlimit()
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 128
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var descriptors: [Int32] = []
            while case let descriptor = unsafe open("/dev/null", O_RDONLY), descriptor >= 0 {
                descriptors.append(descriptor)
            }
            return descriptors
        }
    }
#endif
