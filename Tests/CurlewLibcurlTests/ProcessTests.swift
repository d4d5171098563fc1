import Curlew
import CurlewTesting
import Foundation
import Glibc
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// Tests of process-wide state: each has a process of its own.
    @Suite(.timeLimit(.minutes(5)))
    struct ProcessTests {
        @Test func twoHundredTransportsLeaveNoThreadAndNoDescriptor() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer(recording: .off)
                func round(_ count: Int) async throws {
                    for index in 0..<count {
                        let transport = LibcurlTransport()
                        let response = try await transport.send(HTTPRequest(server, "/bytes/2000000"))
                        if index % 2 == 0 { _ = try await response.body.collect(upTo: 2_000_000) }
                        if index % 5 == 0 { transport.shutdown() }
                    }
                }
                try await round(5)
                _ = await server.waitUntil { $0.openConnectionCount == 0 }
                let start = ProcessCounts.now
                try await round(200)
                let isClean = await waitUntil {
                    server.openConnectionCount == 0 && ProcessCounts.now.isCloseTo(start)
                }
                try #require(isClean)
            }
        }

        @Test func theProcessEndsCleanlyWithTransfersInFlight() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer()
                for path in ["/delay/60", "/bytes/3000000000", "/drip?bytes=100000&interval_ms=1"] {
                    let request = try HTTPRequest(server, path)
                    for _ in 0..<5 {
                        Task { for try await _ in try await LibcurlTransport.libcurl.send(request).body {} }
                    }
                }
                _ = await server.waitUntil { $0.requestCount == 15 }
                exit(0)
            }
        }

        @Test func aBrokenPipeDoesNotEndTheProcessAndItsHandlerStays() async {
            await #expect(processExitsWith: .success) {
                let transport = LibcurlTransport()
                let server = try LoopbackServer { connection in
                    _ = try connection.readHead()
                    connection.reset()
                }
                for _ in 0..<20 {
                    let request = try HTTPRequest(.post, server, body: .data(Data(count: 8 << 20)))
                    let error = await transport.failure(of: request)
                    try #require(error?.code == .connectionLost)
                }
                var action = sigaction()
                unsafe sigaction(SIGPIPE, nil, &action)
                try #require(unsafe action.__sigaction_handler.sa_handler == nil, "the default")
            }
        }

        @Test func waitingCostsNoTime() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { connection in
                    while let request = try connection.readRequest() {
                        if request.target == "/slow" { try connection.pause(.seconds(2)) }
                        try connection.send(okResponse())
                        if request.target == "/closing" { return }
                    }
                }
                for kind in WaiterKind.allCases {
                    let transport = LibcurlTransport(waiter: { kind.makeIfPossible() })
                    await withTaskGroup { group in
                        for index in 0..<40 {
                            let request = try? HTTPRequest(server, index % 2 == 0 ? "/closing" : "/kept")
                            group.addTask { _ = await request.asyncMap { await transport.failure(of: $0) } }
                        }
                    }
                    _ = await server.waitUntil { $0.openConnectionCount <= 20 }
                    let start = ProcessCounts.cpuTime
                    _ = try await transport.fetch(HTTPRequest(server, "/slow"))
                    try await Task.sleep(for: .seconds(1))
                    let used = ProcessCounts.cpuTime - start
                    try #require(used < .milliseconds(500))
                }
            }
        }
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async -> Value?) async -> Value? {
        guard let self else { return nil }
        return await transform(self)
    }
}

/// The open descriptors and the resource usage of the process.
struct ProcessCounts {
    let descriptors: Int
    let threads: Int

    static var now: ProcessCounts {
        let count = { (path: String) in
            (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
        }
        return ProcessCounts(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"))
    }

    /// The runtime opens and closes a few of its own; a leak of many transports is large.
    func isCloseTo(_ other: ProcessCounts) -> Bool {
        descriptors <= other.descriptors + 5 && threads <= other.threads + 5
    }

    static var cpuTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
