import Curlew
import CurlewTesting

extension Transport {
    /// The request that a server receives.
    func received(
        _ method: HTTPRequest.Method, fields: HTTPFields = [:], body: RequestBody?,
        options: HTTPRequest.Options = .init()
    ) async throws -> LoopbackServer.ReceivedRequest {
        let server = try LoopbackServer.ok()
        let response = try await response(method, server.url, fields: fields, body: body, options: options)
        try expect("the status", response.status, is: 200)
        return server.received[0]
    }

    /// A client whose calls end with `.timedOut` if they hang.
    func client(_ baseURL: String, _ adjust: (inout Client.Configuration) -> Void = { _ in }) -> Client {
        var configuration = Client.Configuration(timeouts: .total(.seconds(10)))
        adjust(&configuration)
        return Client(baseURL: baseURL, transport: self, configuration: configuration)
    }
}

extension HTTPRequest {
    /// A GET that ends after at most 10 s.
    static func bare(_ url: String, _ delivery: Delivery = .collected) throws(NetworkError) -> HTTPRequest {
        try HTTPRequest(url: url, timeouts: .total(.seconds(10)), options: .init(delivery: delivery))
    }
}
