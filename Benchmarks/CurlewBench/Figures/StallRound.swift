import Curlew
import CurlewLibcurl
import CurlewURLSession

/// The process of one round: it abandons a fast body or sends its first requests at once, and prints the stops.
struct StallRound {
    static let name = "stall-round"

    /// What the process does before its small requests.
    enum Start: String, CaseIterable {
        case outOfTime = "out of time"
        case cancelled
        case overItsCap = "over its limit"
        case left
        case burst
    }

    private static let burstSize = 250
    private static let bodyLength = 3 << 30

    private let server: String
    private let start: Start
    private let transport: any Transport

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        let arguments = try Arguments(arguments, options: ["--url", "--transport", "--start"])
        guard let start = Start(rawValue: try arguments.required("--start")) else {
            throw UsageError("--start is one of \(Start.allCases.map(\.rawValue))")
        }
        self.start = start
        server = try arguments.required("--url")
        transport =
            try arguments.required("--transport") == "libcurl" ? LibcurlTransport() : URLSessionTransport()
    }

    func run() async -> Int32 {
        do {
            var (end, slowest) = (Duration.zero, Duration.zero)
            let stops = try await Heartbeat.stops {
                end = start == .burst ? .zero : try await abandon()
                slowest = try await slowestRequest(of: start == .burst ? Self.burstSize : 4)
            }
            let report = StallReport(end: end, slowest: slowest, stops: stops)
            StandardError.write(report.line)
            return 0
        } catch {
            StandardError.write("\(error)\n")
            return 1
        }
    }

    /// How late the exchange has ended.
    private func abandon() async throws -> Duration {
        let limit = Duration.milliseconds(100)
        var request = try HTTPRequest(url: "\(server)/bytes/\(Self.bodyLength)")
        request.options.delivery = .streamed
        if start == .outOfTime { request.timeouts.total = limit }
        let begin = ContinuousClock.now
        switch start {
        case .outOfTime: _ = try? await transport.send(request).body.collect(upTo: Self.bodyLength)
        case .overItsCap: _ = try? await transport.send(request).body.collect(upTo: 1 << 20)
        case .left: for try await _ in try await transport.send(request).body { break }
        case .cancelled: return try await cancel(request, after: limit)
        case .burst: break
        }
        return start == .outOfTime ? ContinuousClock.now - begin - limit : .zero
    }

    private func cancel(_ request: HTTPRequest, after delay: Duration) async throws -> Duration {
        let reading = Task { [transport] in
            var count = 0
            for try await chunk in try await transport.send(request).body { count += chunk.count }
            return count
        }
        try await Task.sleep(for: delay)
        let begin = ContinuousClock.now
        reading.cancel()
        _ = await reading.result
        return ContinuousClock.now - begin
    }

    private func slowestRequest(of count: Int) async throws -> Duration {
        let request = try HTTPRequest(url: "\(server)/json")
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask { [transport] in
                    _ = try await transport.send(request).body.collect(upTo: Document.length)
                }
            }
            try await group.waitForAll()
        }
        return ContinuousClock.now - begin
    }
}
