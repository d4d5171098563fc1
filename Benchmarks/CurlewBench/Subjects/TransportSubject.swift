import Curlew

/// A bare transport.
struct TransportSubject: Subject {
    let name: String
    let stack: Stack

    var slowness: Int { stack.slowness }

    func obstacle(to work: Work) -> String? {
        work.kind == .file ? "files are written by the client" : stack.obstacle(to: work)
    }

    func run(_ work: Work) async -> Tally {
        guard let request = try? work.request() else { return .failed(work.total) }
        return await stack.run { await Self.run(work, request, $0) }
    }

    static func run(_ work: Work, _ request: HTTPRequest, _ transport: some Transport) async -> Tally {
        await Workers.run(work) {
            let response = try await transport.send(request)
            guard response.status.code == 200 else { return false }
            guard work.kind == .stream else {
                return try await response.body.collect(upTo: work.length).count == work.length
            }
            var count = 0
            for try await chunk in response.body { count += chunk.count }
            return count == work.length
        }
    }
}
