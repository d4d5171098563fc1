// The first sample of the article.
import CurlewTransport

struct LoggingTransport<Wrapped: Transport>: Transport {
    let wrapped: Wrapped

    var capabilities: TransportCapabilities { wrapped.capabilities }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let response = try await wrapped.send(request)
        print(request, response.status)
        return response
    }

    func shutdown() { wrapped.shutdown() }
}
