import Curlew
import CurlewLibcurl

extension Figure {
    /// Sixteen tasks that each cancel 3,000 exchanges at random moments.
    static let cancel = Figure(name: "cancel") { server in
        let resources = try await Resources {
            _ = try await SmallGet.send(64, to: server, over: LibcurlTransport())
        }
        var (outcomes, latencies, stillWorking) = (Outcomes(), [Double](), 0)
        do {
            let transport = LibcurlTransport()
            (outcomes, latencies) = try await cancelAll(on: server, transport)
            stillWorking = try await SmallGet.send(64, to: server, over: transport)
        }
        latencies.sort()
        let p99 = latencies.isEmpty ? .nan : latencies[latencies.count * 99 / 100]
        return outcomes.bounds("cancelled at random moments", of: taskCount * cancelsPerTask)
            + [
                .atMost(50, "ms", "from cancellation to return, 99th percentile", p99),
                .equal(64, "responses to 64 requests afterwards", stillWorking),
            ] + (try await resources.bounds())
    }

    private static let taskCount = 16
    private static let cancelsPerTask = 3_000

    private static func cancelAll(
        on server: String, _ transport: LibcurlTransport
    ) async throws -> (Outcomes, [Double]) {
        let requests = try ["/json", "/delay/0.002", "/bytes/3000000", "/slow-head?ms=2"].map { path in
            var request = try HTTPRequest(url: server + path)
            request.options.delivery = path == "/bytes/3000000" ? .streamed : .collected
            return request
        }
        return await withTaskGroup(of: (Outcomes, [Double]).self) { group in
            for _ in 0..<taskCount {
                group.addTask {
                    var (outcomes, latencies, moment) = (Outcomes(), [Double](), CancelMoment())
                    for index in 0..<cancelsPerTask {
                        let (error, latency) = await cancelOne(
                            requests[index % requests.count], after: moment.next, transport)
                        moment.follow(error)
                        outcomes.add(error, expecting: .cancelled)
                        latencies.append(latency)
                    }
                    return (outcomes, latencies)
                }
            }
            return await group.reduce(into: (Outcomes(), [])) { sum, part in
                sum.0.add(part.0)
                sum.1 += part.1
            }
        }
    }

    /// The exchange's error, nil after a response, and the milliseconds from the cancellation to the return.
    private static func cancelOne(
        _ request: HTTPRequest, after delay: Duration, _ transport: LibcurlTransport
    ) async -> ((any Error)?, Double) {
        let exchange = Task {
            for try await _ in try await transport.send(request).body {}
        }
        try? await Task.sleep(for: delay)
        let start = ContinuousClock.now
        exchange.cancel()
        let result = await exchange.result
        let latency = (ContinuousClock.now - start) / .milliseconds(1)
        if case .failure(let error) = result { return (error, latency) }
        return (nil, latency)
    }
}
