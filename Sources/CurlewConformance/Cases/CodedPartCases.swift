import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Parts of bodies that have a content coding.
extension ConformanceCase {
    static let codedParts = ConformanceCase(
        "coded-parts", "a part of a body is requested without a coding, and never decoded like a whole body",
        reference: "RFC 9110 §8.4, §14.2, §15.3.7; Fetch, HTTP-network-or-cache fetch",
        [
            .check("a request with Range asks for identity") { transport in
                let server = try LoopbackServer.ok()
                let endpoint = Endpoint<Data>.get("/", fields: [.range: "bytes=0-1"])
                _ = try await transport.client(server.url).send(endpoint)
                let received = server.received[0].values(of: "Accept-Encoding")
                try expect("Accept-Encoding", received, is: ["identity"])
            },
            .check("unless the caller asks for another coding") { transport in
                let server = try LoopbackServer.ok()
                let fields: HTTPFields = [.range: "bytes=0-1", .acceptEncoding: "gzip"]
                _ = try await transport.client(server.url).send(Endpoint<Data>.get("/", fields: fields))
                let received = server.received[0].values(of: "Accept-Encoding")
                try expect("Accept-Encoding", received, is: ["gzip"])
            },
            undecodable("the start of gzip data", "Content-Range: bytes 0-19/31\r\n", Coded.gzip.prefix(20)),
            undecodable(
                "the rest of gzip data", "Content-Range: bytes 20-30/31\r\n", Coded.gzip.dropFirst(20)),
            undecodable("gzip data of an unknown length", "Content-Range: bytes 0-30/*\r\n", Coded.gzip[...]),
            undecodable(
                "several parts", "Content-Type: multipart/byteranges; boundary=b\r\n",
                Array("--b\r\nContent-Range: bytes 0-1/31\r\n\r\n..\r\n--b--\r\n".utf8)[...]),
            .check("all of gzip data is decoded") { transport in
                let server = try LoopbackServer.part(
                    "gzip", "Content-Range: bytes 0-30/31\r\n", Coded.gzip[...])
                try expect("the body", try await transport.decoded(.get, server.url).text, is: Coded.text)
            },
            .check("a part that is not encoded") { transport in
                let server = try LoopbackServer.part(
                    "identity", "Content-Range: bytes 1-3/9\r\n", [49, 50, 51])
                try expect("the body", try await transport.decoded(.get, server.url).text, is: "123")
            },
            .check("raw bytes, on request", needs: [.rawBodies]) { transport in
                let range = "Content-Range: bytes 0-19/31\r\n"
                let server = try LoopbackServer.part("gzip", range, Coded.gzip.prefix(20))
                let response = try await transport.response(.get, server.url)
                try expect("the body", Array(response.body), is: Array(Coded.gzip.prefix(20)))
                try expect("Content-Encoding", response.fields[.contentEncoding], is: "gzip")
            },
        ])

    private static func undecodable(
        _ input: String, _ lines: String, _ body: ArraySlice<UInt8>
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.part("gzip", lines, body)
            let error = try await expectError(.contentDecodingFailed) {
                try await transport.decoded(.get, server.url)
            }
            try expect("a message that says why", error.message.contains("206"), observed: error.message)
        }
    }
}

extension LoopbackServer {
    /// A server whose response is a 206 with the bytes.
    fileprivate static func part(
        _ coding: String, _ lines: String, _ bytes: ArraySlice<UInt8>
    ) throws -> LoopbackServer {
        let head =
            "HTTP/1.1 206 Partial Content\r\nContent-Encoding: \(coding)\r\n\(lines)"
            + "Content-Length: \(bytes.count)\r\n\r\n"
        return try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.send(Array(head.utf8) + bytes) }
        }
    }
}
