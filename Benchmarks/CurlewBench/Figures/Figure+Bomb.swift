import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation

extension Figure {
    /// The memory of decompression bombs: collected up to a limit, and read slowly.
    static let bomb = Figure(name: "bomb") { _ in
        let server = try LoopbackServer(
            recording: .off, routes: [.init("GET", "/bomb") { _ in bombResponse }])
        let transport = LibcurlTransport()
        _ = try await SmallGet.send(64, to: server.url, over: transport)
        let client = Client(
            baseURL: server.url, transport: transport, configuration: .init(bodyLimit: 1 << 20))
        let memory = try MemoryGrowth()
        var code: NetworkError.Code?
        let collected = try await memory.bound("1 MiB at most of a GiB, 20 times") {
            for _ in 0..<20 {
                do throws(NetworkError) {
                    _ = try await client.send(Endpoint<Data>.get("/bomb"))
                } catch {
                    code = error.code
                }
            }
        }
        var received = 0
        let slow = try await memory.bound("a GiB, whose reader stops for 2 s after 1 MiB") {
            var request = try HTTPRequest(url: "\(server.url)/bomb")
            request.options = .init(decoding: .automatic, delivery: .streamed)
            for try await chunk in try await transport.send(request).body {
                received += chunk.count
                if received < 1 << 20 { continue }
                try await Task.sleep(for: .seconds(2))
                break
            }
        }
        let end = code.map(\.description) ?? "a response"
        return [.equal("bodyTooLarge", "end of 1 MiB at most of a GiB", end), collected, slow]
    }

    private static var bombResponse: LoopbackServer.Response {
        .init(
            fields: ["Content-Encoding": "gzip, gzip, gzip"],
            body: Array(Data(base64Encoded: bombText) ?? Data()))
    }

    /// A GiB of zeros in gzip in gzip in gzip.
    private static let bombText =
        "H4sIAAAAAAACA5Pv5mAAASbmt3cW5gUXyrQ9LFuboWamtkzgsZpHmkcXY/cNkSTFmTMdFt1OWWBwh1NCj0GknKF4d0Nq"
        + "UmQA99K3vjqW7z/P+H/R/ufTJ7a/bKRz3/jk1fUcf93/dHp9fH76bmWg4QkPpoVPn3xWwqBq26+/r85qAoUMSt5/"
        + "+77sduCDh29eej8HCjQc/P3l0Y+T3/gbdx/9vbIYKHLggey/vfPytzfEr37Prv6OESjU/N3dAOTaIBZmILnAFcyJ"
        + "AnMU3JA4ozKjMqMyozKjMqMyBGX0vn1Pm6374PHfR4dfX1Su/vf2+c/bX63/819Jbz1z4g0/AwDYL/M5IwcAAA=="
}
