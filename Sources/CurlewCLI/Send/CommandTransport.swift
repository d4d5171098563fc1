import Curlew

/// Sends nothing: it records the curl command of the request that another transport would have sent.
final class CommandTransport: Transport {
    let capabilities: TransportCapabilities
    private let written = Lock<String?>(nil)

    init(inPlaceOf transport: any Transport) {
        capabilities = transport.capabilities
    }

    /// The command of the last request, its secret fields redacted.
    var command: String? { written.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let command = try request.prepared().curlCommand(showing: [.query, .body])
        written.withLock { $0 = command }
        return HTTPResponse(status: 204)
    }
}
