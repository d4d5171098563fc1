import Curlew
import CurlewLibcurl

extension Figure {
    /// The memory of a large download, read at full speed and read slowly.
    static let download = Figure(name: "download") { server in
        try await bounds(
            "\(server)/bytes/\(Work.streamLength)", .http1_1, decoding: .raw, limit: MemoryGrowth.limit)
    }

    /// The same over HTTP/2; needs nginx.
    static let http2Download = Figure(name: "http2-download") { server in
        try await bounds("\(server)/zeros", .http2, decoding: .raw, limit: MemoryGrowth.http2Limit)
    }

    /// The same with a body of zeros that is compressed on the wire; needs nginx.
    static let gzipDownload = Figure(name: "gzip-download") { server in
        let url = "\(server)/gzip/zeros"
        return try await bounds(url, .http1_1, decoding: .automatic, limit: MemoryGrowth.limit)
            + bounds(url, .http2, decoding: .automatic, limit: MemoryGrowth.http2Limit)
    }

    private static func bounds(
        _ url: String, _ version: HTTPResponse.Version, decoding: HTTPRequest.Decoding, limit: Double
    ) async throws -> [Bound] {
        let transport = LibcurlTransport()
        var request = try HTTPRequest(url: url)
        // Some versions of libcurl do not stream over HTTP/2; a large body is delivered as it arrives anyway.
        request.options = .init(
            decoding: decoding, delivery: version == .http2 ? .collected : .streamed,
            httpVersion: version == .http2 ? .automatic : .http1_1)
        if decoding == .automatic { request.fields[.acceptEncoding] = "gzip" }
        try await warmUp(transport, request)
        let memory = try MemoryGrowth(upTo: limit)
        var (received, usedVersion, onTheWire) = (0, "", Int64(0))
        let name = "256 MiB over \(version.rawValue)"
        let fast = try await memory.bound("\(name) at full speed") {
            let response = try await transport.send(request)
            for try await chunk in response.body { received += chunk.count }
            usedVersion = response.version.rawValue
            onTheWire = response.body.metrics?.bytesReceived ?? 0
        }
        let slow = try await memory.bound("\(name), 64 KiB per 50 ms for 10 s") {
            try await readSlowly(try await transport.send(request).body)
        }
        return [
            .equal(Work.streamLength, "\(name), bytes", received),
            .equal(version.rawValue, "version", usedVersion),
            .equal(decoding == .automatic, "compressed", onTheWire < Work.streamLength / 10), fast, slow,
        ]
    }

    /// A part of the body, so that one-time allocations of the transport are done.
    private static func warmUp(_ transport: LibcurlTransport, _ request: HTTPRequest) async throws {
        for try await _ in try await transport.send(request).body { break }
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
