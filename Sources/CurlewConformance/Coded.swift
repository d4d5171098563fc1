import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One short text in every coding.
enum Coded {
    static let text = "hello, hello, hello"
    static let gzip = bytes("H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA=")
    static let deflate = bytes("eNrLSM3JyddRyECiAEQoBtU=")
    static let bareDeflate = bytes("y0jNycnXUchAogA=")
    static let br = bytes("GxIA+I2Ubt5ECVKGlmwsbxFPJNBxAA==")
    static let zstd = bytes("KLUv/SATbQAAOGhlbGxvLCABAOKKEQ==")
    static let all: [(String, TransportCapabilities.Feature, [UInt8])] = [
        ("gzip", .gzip, gzip), ("deflate", .gzip, deflate), ("br", .brotli, br), ("zstd", .zstd, zstd),
    ]

    static let deflateThenGzip = bytes("H4sIAAAAAAACA6u4ddrj7MmT1wNPOCxicNFguwoAUQ6lrREAAAA=")
    static let foo = bytes("H4sIAAAAAAACA0vLzwcAIWVzjAMAAAA=")
    static let bar = bytes("H4sIAAAAAAACA0tKLAIAqoz/dgMAAAA=")
    /// A GiB of zeros in gzip in gzip in gzip.
    static let bomb = bytes(
        "H4sIAAAAAAACA5Pv5mAAASbmt3cW5gUXyrQ9LFuboWamtkzgsZpHmkcXY/cNkSTFmTMdFt1OWWBwh1NCj0GknKF4d0Nq"
            + "UmQA99K3vjqW7z/P+H/R/ufTJ7a/bKRz3/jk1fUcf93/dHp9fH76bmWg4QkPpoVPn3xWwqBq26+/r85qAoUMSt5/"
            + "+77sduCDh29eej8HCjQc/P3l0Y+T3/gbdx/9vbIYKHLggey/vfPytzfEr37Prv6OESjU/N3dAOTaIBZmILnAFcyJ"
            + "AnMU3JA4ozKjMqMyozKjMqMyBGX0vn1Pm6374PHfR4dfX1Su/vf2+c/bX63/819Jbz1z4g0/AwDYL/M5IwcAAA==")

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }
}

extension HTTPRequest {
    static func decoded(_ method: Method, _ url: String) throws(NetworkError) -> HTTPRequest {
        try HTTPRequest(
            method: method, url: url, timeouts: .total(.seconds(10)), options: .init(decoding: .automatic))
    }
}

extension Transport {
    func decoded(_ method: HTTPRequest.Method, _ url: String) async throws -> CollectedResponse {
        try await response(to: .decoded(method, url))
    }
}
