import Curlew
import CurlewLibcurl
import CurlewURLSession
import Foundation
import Testing

/// Other projects' servers that these tests run against; `Scripts/test` starts them.
enum Peer {
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether the peers are running.
    static let isWanted = environment["CURLEW_PEERS"] == "1"

    /// httpbin's URL; the test fails if it is missing.
    static func httpbin() throws -> String { try variable("CURLEW_HTTPBIN_URL") }

    /// A variable of `Scripts/test` about a peer; the test fails if it is missing.
    static func variable(_ name: String) throws -> String {
        try #require(environment[name], "CURLEW_PEERS is set, but not \(name)")
    }
}

/// Both transports, as arguments of a test.
enum PeerTransport: String, CaseIterable, CustomTestStringConvertible {
    case libcurl
    case urlSession

    var testDescription: String { rawValue }

    var transport: any Transport {
        switch self {
        case .libcurl: LibcurlTransport.libcurl
        case .urlSession: URLSessionTransport.urlSession
        }
    }

    func client() throws -> Client {
        Client(
            baseURL: try Peer.httpbin(), transport: transport,
            configuration: .init(timeouts: .total(.seconds(20))))
    }

    func send(
        _ method: HTTPRequest.Method = .get, _ path: String, fields: HTTPFields = [:],
        body: RequestBody? = nil, timeouts: Timeouts = .total(.seconds(20))
    ) async throws -> (head: HTTPResponse, body: Data) {
        let request = try HTTPRequest(
            method: method, url: Peer.httpbin() + path, fields: fields, body: body, timeouts: timeouts)
        let response = try await transport.send(request)
        return (response, try await response.body.collect(upTo: 1 << 22))
    }
}
