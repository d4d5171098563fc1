import Curlew
import CurlewTesting
import Foundation
import Glibc
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// How a transport uses the process's descriptors; each test has a process of its own.
    @Suite(.timeLimit(.minutes(2)))
    struct DescriptorTests {
        @Test func childProcessesInheritNothingOfATransport() async {
            await #expect(processExitsWith: .success) {
                func inherited() -> Set<Int32> {
                    Set(
                        (3..<1024 as Range<Int32>).filter { descriptor in
                            let flags = fcntl(descriptor, F_GETFD)
                            return flags >= 0 && flags & FD_CLOEXEC == 0
                        })
                }
                let server = try LoopbackServer()
                let before = inherited()
                let inChildBefore = try await Self.socketsOfAChild()
                let transports = (0..<24).map { _ in LibcurlTransport() }
                for transport in transports {
                    _ = try await transport.fetch(HTTPRequest(server, "/get"))
                    let name = try HTTPRequest(url: "http://localhost:\(server.port)/get")
                    _ = try await transport.fetch(name)
                }
                try #require(inherited().subtracting(before).isEmpty)
                try #require(try await Self.socketsOfAChild() == inChildBefore)
            }
        }

        private static func socketsOfAChild() async throws -> Set<Substring> {
            let listing = "ls -l /proc/self/fd | grep -o 'socket:.*' || true"
            let outcome = try await Subprocess.run(["/bin/sh", "-c", listing], within: .seconds(20))
            try #require(outcome.ending == .exited(0))
            return Set(outcome.output.split(separator: "\n"))
        }

        @Test func aTransportRecoversFromALackOfDescriptors() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer()
                let other = try LoopbackServer()
                var fillers = Self.takeAllDescriptors()
                let transport = LibcurlTransport()
                let first = await transport.failure(of: try HTTPRequest(server, "/get"))
                fillers.forEach { _ = close($0) }
                try #require(first?.code == .cannotConnect)
                try #require(first?.message.contains("EMFILE") == true)
                let response = try await transport.fetch(HTTPRequest(server, "/get"))
                try #require(response.0.status == 200)

                fillers = Self.takeAllDescriptors()
                let connect = await transport.failure(of: try HTTPRequest(other, "/get"))
                let lookup = await transport.failure(
                    of: try HTTPRequest(url: "http://localhost:\(other.port)/"))
                fillers.forEach { _ = close($0) }
                try #require(connect?.code == .cannotConnect)
                try #require(connect?.message.contains("EMFILE") == true, "\(connect as Any)")
                try #require(lookup?.message.contains("EMFILE") == true, "\(lookup as Any)")
                try #require(try await transport.fetch(HTTPRequest(other, "/get")).0.status == 200)
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
}
