#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

import Curlew
import CurlewTesting

// What a transport does when its process has no descriptor left.
extension ConformanceCase {
    static let descriptors = [exhaustedDescriptors]

    private static let exhaustedDescriptors = ConformanceCase(
        "exhausted-descriptors", "a lack of descriptors is a failure to connect, and passes",
        reference: "NetworkError.Code.cannotConnect; POSIX.1-2024 §2.14, EMFILE",
        [
            exhausted("a new transport", isNew: true) { $0.url },
            exhausted("a transport with a connection to another host") { $0.url },
            exhausted("a name that has to be looked up") { "http://localhost:\($0.port)" },
        ])

    private static func exhausted(
        _ input: String, isNew: Bool = false, _ url: @escaping @Sendable (LoopbackServer) -> String
    ) -> ConformanceCheck {
        .lifetime(input) { subject in
            let (first, other) = (try LoopbackServer.ok(), try LoopbackServer.ok())
            // What libraries open once, and close again, was opened by then.
            let used = subject.make()
            defer { used.shutdown() }
            _ = try await used.response(.get, first.url)
            let url = url(other)
            let (transport, error) = try await withoutDescriptors {
                let transport = isNew ? subject.make() : used
                return (
                    transport,
                    try await expectError(.cannotConnect) { try await transport.response(.get, url) }
                )
            }
            defer { transport.shutdown() }
            try expect("EMFILE in the message", error.message.contains("EMFILE"), observed: error.message)
            for url in [first.url, url] {
                try expect("the body", try await transport.response(.get, url).text, is: "ok")
            }
        }.inSubprocess()
    }

    /// Does the work while the process has no descriptor left, within a limit that makes that few.
    private static func withoutDescriptors<Value>(_ work: () async throws -> Value) async throws -> Value {
        var limit = rlimit()
        unsafe getrlimit(descriptorCount, &limit)
        let before = limit
        limit.rlim_cur = min(128, limit.rlim_cur)
        unsafe setrlimit(descriptorCount, &limit)
        var descriptors: [Int32] = []
        while case let descriptor = unsafe open("/dev/null", O_RDONLY), descriptor >= 0 {
            descriptors.append(descriptor)
        }
        defer {
            for descriptor in descriptors { close(descriptor) }
            limit = before
            unsafe setrlimit(descriptorCount, &limit)
        }
        return try await work()
    }

    #if canImport(Glibc)
        private static var descriptorCount: __rlimit_resource_t {
            __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        }
    #else
        private static var descriptorCount: Int32 { RLIMIT_NOFILE }
    #endif
}
