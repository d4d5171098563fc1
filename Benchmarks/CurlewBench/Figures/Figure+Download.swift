import Curlew
import CurlewLibcurl

extension Figure {
    /// The memory of a large download, read at full speed and read slowly.
    static let download = Figure(name: "download") { server in
        let transport = LibcurlTransport()
        _ = try await SmallGet.send(to: server, over: transport)
        let memory = try MemoryGrowth()
        var request = try HTTPRequest(url: "\(server)/bytes/\(Work.streamLength)")
        request.options.delivery = .streamed
        var received = 0
        let fast = try await memory.bound("256 MiB at full speed") {
            for try await chunk in try await transport.send(request).body { received += chunk.count }
        }
        let slow = try await memory.bound("64 KiB per 50 ms for 10 s") {
            try await readSlowly(try await transport.send(request).body)
        }
        return [.equal(Work.streamLength, "256 MiB at full speed, bytes", received), fast, slow]
    }

    private static func readSlowly(_ body: ResponseBody) async throws {
        let start = ContinuousClock.now
        var received = 0
        for try await chunk in body {
            received += chunk.count
            try await Task.sleep(until: start + .milliseconds(50) * (Double(received) / 65_536))
            if ContinuousClock.now - start > .seconds(10) { break }
        }
    }
}
