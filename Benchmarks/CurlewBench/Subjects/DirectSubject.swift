import Curlew

/// A transport that answers from memory.
struct DirectSubject: Subject {
    let name = "direct"

    func run(_ work: Work) async -> Tally {
        guard let request = try? work.request() else { return .failed(work.total) }
        return await TransportSubject.run(work, request, MemoryTransport())
    }
}
