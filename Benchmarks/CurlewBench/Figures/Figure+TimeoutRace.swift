import Curlew
import CurlewLibcurl

extension Figure {
    /// Exchanges whose timeout equals the server's delay plus the few milliseconds of the round trip.
    static let timeoutRace = Figure(name: "timeout-race") { server in
        let resources = try await Resources {
            _ = try await SmallGet.send(64, to: server, over: LibcurlTransport())
        }
        var (outcomes, stillWorking) = (Outcomes(), 0)
        do {
            let transport = LibcurlTransport()
            outcomes = try await race(on: server, transport)
            stillWorking = try await SmallGet.send(64, to: server, over: transport)
        }
        return outcomes.bounds("timeout equal to the delay", of: parallelCount * roundsEach)
            + [.equal(64, "responses to 64 requests afterwards", stillWorking)]
            + (try await resources.bounds())
    }

    private static let parallelCount = 32
    private static let roundsEach = 63

    private static func race(on server: String, _ transport: LibcurlTransport) async throws -> Outcomes {
        let request = try HTTPRequest(url: "\(server)/delay/0.2")
        return await withTaskGroup(of: Outcomes.self) { group in
            for _ in 0..<parallelCount {
                group.addTask {
                    var outcomes = Outcomes()
                    for _ in 0..<roundsEach {
                        var request = request
                        request.timeouts = .total(
                            .milliseconds(200) + .microseconds(Int.random(in: 0...5000)))
                        outcomes.add(await failure(of: request, transport), expecting: .timedOut)
                    }
                    return outcomes
                }
            }
            return await group.reduce(into: Outcomes()) { $0.add($1) }
        }
    }

    private static func failure(of request: HTTPRequest, _ transport: LibcurlTransport) async -> (any Error)?
    {
        do {
            _ = try await transport.send(request).body.collect(upTo: 1 << 20)
            return nil
        } catch {
            return error
        }
    }
}
