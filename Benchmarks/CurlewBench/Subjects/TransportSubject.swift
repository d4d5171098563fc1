import Curlew

/// A bare transport.
struct TransportSubject: Subject {
    let name: String
    let slowness: Int
    private let makeTransport: @Sendable () -> any Transport

    init(name: String, slowness: Int = 1, makeTransport: @escaping @Sendable () -> any Transport) {
        self.name = name
        self.slowness = slowness
        self.makeTransport = makeTransport
    }

    func canDo(_ work: Work) -> Bool { !work.isFile }

    func run(_ work: Work) async -> Tally {
        guard var request = try? HTTPRequest(url: work.url) else { return .failed(work.total) }
        if work.isStreamed { request.options.delivery = .streamed }
        return await run(work, request, makeTransport())
    }

    private func run(_ work: Work, _ request: HTTPRequest, _ transport: some Transport) async -> Tally {
        await Workers.run(work) {
            let response = try await transport.send(request)
            guard response.status.code == 200 else { return false }
            guard work.isStreamed else {
                return try await response.body.collect(upTo: work.length).count == work.length
            }
            var count = 0
            for try await chunk in response.body { count += chunk.count }
            return count == work.length
        }
    }
}
