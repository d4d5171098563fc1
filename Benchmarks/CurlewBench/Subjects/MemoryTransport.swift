import Curlew
import Foundation

/// Responds at once from memory, and costs next to nothing itself.
struct MemoryTransport: Transport {
    let capabilities = TransportCapabilities(transport: "memory")
    private let body = Data(repeating: UInt8(ascii: " "), count: Document.length)

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        HTTPResponse(status: 200, body: .data(body))
    }
}

/// A transport that responds from memory.
struct DirectSubject: Subject {
    let name = "direct"

    func run(_ work: Work) async -> Tally {
        guard let request = try? work.request() else { return .failed(work.total) }
        return await TransportSubject.run(work, request, MemoryTransport())
    }
}
