import Curlew
import CurlewTesting
import Dispatch
import Foundation
import Glibc
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
    struct LifetimeTests {
        @Test func droppingTheLastReferenceEndsTheThreadAndItsConnections() async throws {
            let server = try LoopbackServer()
            var transport: LibcurlTransport? = LibcurlTransport()
            weak let gone = transport
            _ = try await transport?.fetch(HTTPRequest(server, "/get"))
            #expect(server.openConnectionCount == 1)
            transport = nil
            #expect(await waitUntil { gone == nil })
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test func droppingTheLastReferenceOnTheLoopsOwnThreadIsHarmless() async throws {
            let server = try LoopbackServer()
            for path in ["/get", "/bytes/3000000"] {
                // The task that holds the only reference runs on the loop's thread.
                let executor: any TaskExecutor
                let task: Task<Int, any Error>
                do {
                    let transport = LibcurlTransport()
                    executor = transport.executor
                    let request = try HTTPRequest(server, path)
                    task = Task(executorPreference: executor) {
                        let response = try await transport.send(request)
                        return response.status.code
                    }
                }
                #expect(try await task.value == 200)
            }
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test func withoutAWaiterEverySendFails() async throws {
            let transport = LibcurlTransport(waiter: { nil })
            for _ in 0..<3 {
                #expect(
                    await transport.failure(of: try HTTPRequest(url: "http://127.0.0.1:1/"))?.code
                        == .cannotConnect)
            }
            transport.shutdown()
            #expect(await transport.failure(of: try HTTPRequest(url: "http://127.0.0.1:1/"))?.code == .closed)
        }

        @Test func withoutAWaiterJobsStillRun() async throws {
            let isTaken = DispatchSemaphore(value: 0)
            let transport = LibcurlTransport(waiter: {
                isTaken.wait()
                isTaken.signal()
                return nil
            })
            let executor = transport.executor
            isTaken.signal()
            #expect(await Task(executorPreference: executor) { 1 }.value == 1)
            #expect(
                await transport.failure(of: try HTTPRequest(url: "http://127.0.0.1:1/"))?.code
                    == .cannotConnect)
        }

        @Test func transfersLeaveNothingBehind() async throws {
            let server = try LoopbackServer()
            weak var leaked: LibcurlTransport?
            for _ in 0..<20 {
                let transport = LibcurlTransport()
                leaked = transport
                let response = try await transport.send(HTTPRequest(server, "/bytes/300000000"))
                for try await _ in response.body { break }
                transport.shutdown()
            }
            #expect(await waitUntil { leaked == nil })
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test func connectionsAreProbedSoThatADeadPeerIsNoticed() async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport()
            _ = try await transport.fetch(HTTPRequest(server, "/get"))
            let connections = (0..<4096 as Range<Int32>).filter { Self.peerPort(of: $0) == server.port }
            #expect(connections.count == 1)
            for connection in connections {
                #expect(Self.option(SO_KEEPALIVE, at: SOL_SOCKET, of: connection) == 1)
                #expect(Self.option(TCP_KEEPIDLE, at: Int32(IPPROTO_TCP), of: connection) == 60)
                #expect(Self.option(TCP_KEEPINTVL, at: Int32(IPPROTO_TCP), of: connection) == 60)
            }
        }

        private static func option(_ name: Int32, at level: Int32, of descriptor: Int32) -> Int32 {
            var value: Int32 = -1
            var length = socklen_t(MemoryLayout<Int32>.size)
            unsafe getsockopt(descriptor, level, name, &value, &length)
            return value
        }

        private static func peerPort(of descriptor: Int32) -> UInt16? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getpeername(descriptor, $0, &length)
                }
            }
            return result == 0 && address.sin_family == AF_INET ? UInt16(bigEndian: address.sin_port) : nil
        }
    }
}
