import Curlew
import CurlewTesting
import Foundation
import Glibc
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// What a transport does with the process's descriptors; each test has a process of its own.
    @Suite(.timeLimit(.minutes(5)))
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
    }
}
