import Curlew

extension HTTPRequest {
    /// A GET that ends after 10 s at the latest.
    static func bare(_ url: String, _ delivery: Delivery = .collected) throws(NetworkError) -> HTTPRequest {
        try HTTPRequest(url: url, timeouts: .total(.seconds(10)), options: .init(delivery: delivery))
    }
}
