import Curlew
import CurlewTesting

extension Transport {
    /// What a server receives of a request to it.
    func received(
        _ method: HTTPRequest.Method, fields: HTTPFields = [:], body: RequestBody?,
        options: HTTPRequest.Options = .init()
    ) async throws -> LoopbackServer.ReceivedRequest {
        let server = try LoopbackServer.ok()
        let answer = try await answer(method, server.url, fields: fields, body: body, options: options)
        try expect("the status", answer.status, is: 200)
        return server.received[0]
    }

    /// A client for whose calls a hang ends with `.timedOut`.
    func client(_ baseURL: String, _ adjust: (inout Client.Configuration) -> Void = { _ in }) -> Client {
        var configuration = Client.Configuration(timeouts: .total(.seconds(10)))
        adjust(&configuration)
        return Client(baseURL: baseURL, transport: self, configuration: configuration)
    }
}

extension HTTPRequest {
    /// A GET that ends after 10 s at the latest.
    static func bare(_ url: String, _ delivery: Delivery = .collected) throws(NetworkError) -> HTTPRequest {
        try HTTPRequest(url: url, timeouts: .total(.seconds(10)), options: .init(delivery: delivery))
    }
}
