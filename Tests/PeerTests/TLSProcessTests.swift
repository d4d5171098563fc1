import Curlew
import CurlewLibcurl
import Foundation
import Glibc
import Testing

/// The state of a process after TLS connections: each test has its own process.
@Suite(
    "A process with TLS connections", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct TLSProcessTests {
    @Test("is unchanged after transports that were used once and dropped")
    func droppedTransports() async {
        await #expect(processExitsWith: .success) {
            func round(_ count: Int) async throws {
                for index in 0..<count {
                    let url = try index % 2 == 0 ? TLSPeer.url() + "/once" : Peer.variable("CURLEW_NGINX_URL")
                    _ = try await TLSPeer.transport().fetch(.get, url + (index % 2 == 0 ? "" : "/connection"))
                }
            }
            try await round(5)
            let start = ProcessResources.now
            try await round(50)
            try #require(await start.areBack())
        }
    }

    @Test("is unchanged after streams of which half were cancelled")
    func cancelledStreams() async {
        await #expect(processExitsWith: .success) {
            func round() async throws {
                let transport = try TLSPeer.transport()
                let paths = [try TLSPeer.url() + "/stream", try Peer.variable("CURLEW_NGINX_URL") + "/zeros"]
                let streams = try (0..<8).map { index in
                    var request = try HTTPRequest(url: paths[index % 2])
                    request.options.delivery = .streamed
                    return Task { [request] in
                        var count = 0
                        for try await chunk in try await transport.send(request).body {
                            count += chunk.count
                            if count > 200_000, index >= 4 { break }
                        }
                        return count
                    }
                }
                try await Task.sleep(for: .milliseconds(50))
                for stream in streams[..<4] { stream.cancel() }
                for stream in streams[..<4] {
                    guard case .failure(let error) = await stream.result else { continue }
                    try #require(NetworkError.Code.cancelled ~= error)
                }
                for stream in streams[4...] { try #require(try await stream.value > 200_000) }
            }
            try await round()
            let start = ProcessResources.now
            for _ in 0..<10 { try await round() }
            try #require(await start.areBack())
        }
    }

    @Test("survives servers that end their connections, with SIGPIPE's default action")
    func defaultSignalAction() async {
        await #expect(processExitsWith: .success) {
            try await useEndedConnections()
            var action = sigaction()
            unsafe sigaction(SIGPIPE, nil, &action)
            try #require(unsafe action.__sigaction_handler.sa_handler == nil, "the default")
        }
    }

    @Test("keeps its own handler of SIGPIPE, which is not called")
    func ownSignalHandler() async {
        await #expect(processExitsWith: .success) {
            let handler: @convention(c) (Int32) -> Void = { _ in _exit(1) }
            signal(SIGPIPE, handler)
            try await useEndedConnections()
            var action = sigaction()
            unsafe sigaction(SIGPIPE, nil, &action)
            let present = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            try #require(unsafe present == unsafeBitCast(handler, to: Int.self))
        }
    }
}

/// The server ends idle connections; they are reused, 8 MB are sent over them, and the transport is dropped.
private func useEndedConnections() async throws {
    let url = try TLSPeer.url()
    for ending in TLSConnectionTests.Ending.allCases {
        for size in [nil, 8 << 20, 0] {
            let transport = try TLSPeer.transport()
            let idle = "/idle/\(ending.rawValue)?\(UUID().uuidString)"
            _ = try await transport.fetch(.get, url + idle)
            try await TLSPeer.endIdle(idle)
            // Without a size nothing uses the dead connection before the transport is dropped.
            guard let size else { continue }
            let text = try await transport.text(.post, url + "/next", body: .data(Data(count: size)))
            try #require(text == "\(size)")
            let error = try await transport.failure(.post, url + "/swallow", body: .data(Data(count: size)))
            try #require(error?.code == .connectionLost)
        }
    }
}

/// The open descriptors and threads of a process.
struct ProcessResources {
    let descriptors: Int
    let threads: Int

    static var now: ProcessResources {
        let count = { (path: String) in
            (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
        }
        return ProcessResources(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"))
    }

    /// Polls until they match; the runtime opens and closes a few of its own, but a leak of many transports is large.
    func areBack() async -> Bool {
        for _ in 0..<500 {
            let now = Self.now
            if now.descriptors <= descriptors + 3, now.threads <= threads + 3 { return true }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}
