import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation

extension Figure {
    /// Sixteen tasks that each cancel 3,000 exchanges of URLSession at random moments.
    ///
    /// FoundationNetworking has ended or blocked the process here, so it runs in a process of its own under a watchdog.
    static let urlSessionCancel = Figure(name: "urlsession-cancel") { server, share in
        let resources = try await Resources {
            _ = try await SmallGet.send(64, to: server, over: URLSessionTransport())
        }
        let roundCount = Int(3_000 * share)
        var (outcomes, slowest, stillWorking) = (Outcomes(), Duration.zero, 0)
        do {
            let transport = URLSessionTransport()
            (outcomes, slowest) = try await cancelAll(roundCount, on: server, transport)
            stillWorking = try await SmallGet.send(64, to: server, over: transport)
            transport.shutdown()
        }
        return outcomes.bounds("cancelled at random moments", of: taskCount * roundCount)
            + [
                .atMost(1_000, "ms", "from cancellation to return, the slowest", slowest / .milliseconds(1)),
                .equal(64, "responses to 64 requests afterwards", stillWorking),
            ] + (try await resources.bounds())
    }

    private static let taskCount = 16

    private static func cancelAll(
        _ roundCount: Int, on server: String, _ transport: URLSessionTransport
    ) async throws -> (Outcomes, Duration) {
        let requests = try [
            HTTPRequest(url: "\(server)/json"), HTTPRequest(url: LoopbackServer.refusingURL),
            HTTPRequest(method: .post, url: "\(server)/sha256", body: .data(Data("abc".utf8))),
        ]
        return await withTaskGroup { group in
            for _ in 0..<taskCount {
                group.addTask {
                    var (outcomes, slowest, moment) = (Outcomes(), Duration.zero, CancelMoment())
                    for index in 0..<roundCount {
                        let (error, latency) = await cancelOne(
                            requests[index % requests.count], after: moment.next, transport)
                        moment.follow(error)
                        outcomes.add(error, expecting: .cancelled, .cannotConnect)
                        slowest = max(slowest, latency)
                    }
                    return (outcomes, slowest)
                }
            }
            return await group.reduce(into: (Outcomes(), .zero)) { sum, part in
                sum.0.add(part.0)
                sum.1 = max(sum.1, part.1)
            }
        }
    }

    /// The exchange's error, nil after a response, and the time from the cancellation to the return.
    private static func cancelOne(
        _ request: HTTPRequest, after delay: Duration, _ transport: URLSessionTransport
    ) async -> ((any Error)?, Duration) {
        let exchange = Task { try await transport.send(request).body.collect(upTo: 1 << 20) }
        try? await Task.sleep(for: delay)
        let start = ContinuousClock.now
        exchange.cancel()
        let result = await exchange.result
        let latency = ContinuousClock.now - start
        if case .failure(let error) = result { return (error, latency) }
        return (nil, latency)
    }
}
