import Curlew
import CurlewLibcurl
import CurlewURLSession

struct CountingTransport<Wrapped: Transport>: Transport {
    let wrapped: Wrapped
    let count: @Sendable () -> Void

    var capabilities: TransportCapabilities { wrapped.capabilities }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        count()
        return try await wrapped.send(request)
    }
}

func chosen(_ name: String?) -> Client {
    let transport: any Transport = name == "urlsession" ? .urlSession : .libcurl
    return Client(baseURL: "https://api.example.com", transport: transport)
}
