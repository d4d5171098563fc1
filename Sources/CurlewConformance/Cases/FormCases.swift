import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Forms as request bodies.
extension ConformanceCase {
    static let forms = [formFraming, formReplays]

    private static let formFraming = ConformanceCase(
        "form-framing", "a form is sent whole, with its length", reference: "RFC 7578; WHATWG URL §5.2",
        [
            .check("names and values") { transport in
                let request = try await transport.received(.post, body: .form(["a b": "ü&=+", "~*": "\r\n"]))
                try expect("the type", request["Content-Type"], is: "application/x-www-form-urlencoded")
                try expect("the body", request.bodyText, is: "a+b=%C3%BC%26%3D%2B&%7E*=%0D%0A")
            },
            multipart("no part", { _ in [] }),
            multipart("texts", { _ in [.text("a", "1"), .text("ü\"\r\n", "2")] }),
            multipart("a file", { [.file("f", path: $0, contentType: "text/plain")] }),
            multipart("500 kB in memory between two files") {
                [
                    .file("f", path: $0), .data("d", Data(Pattern.bytes(500_000, seed: 5))),
                    .file("g", path: $0),
                ]
            },
            multipart("500 parts") { path in
                (0..<250).flatMap { [.text("t\($0)", "\($0)"), .file("f\($0)", path: path)] }
            },
            .check("a part with a custom field inside is refused") { transport in
                let server = try LoopbackServer.ok()
                for part: MultipartPart in [
                    .data("a", Data(), contentType: "a/b\r\nX-Injected: 2"),
                    .data("a", Data(), fields: ["X-A": "1\nX-Injected: 2"]), .text("\0", ""),
                ] {
                    try await expectError(.invalidRequest) {
                        try await transport.response(.post, server.url, body: .multipart([part]))
                    }
                }
                try await expectError(.fileFailed) {
                    let body = RequestBody.multipart([.file("a", path: "/no/such/file")])
                    return try await transport.response(.post, server.url, body: body)
                }
                try expect("connections", server.connectionCount, is: 0)
            },
        ])

    private static func multipart(
        _ input: String, _ parts: @escaping @Sendable (_ file: String) -> [MultipartPart]
    ) -> ConformanceCheck {
        .check(input) { transport in
            try await withTemporaryFile(sample) { path in
                let body = RequestBody.multipart(parts(path))
                let expected = try bytes(of: body)
                let request = try await transport.received(.post, body: body)
                try expect("the type", request["Content-Type"], is: body.contentType)
                try expect("Transfer-Encoding", request["Transfer-Encoding"], is: nil)
                try expect("the length", request["Content-Length"], is: "\(expected.count)")
                try expect(
                    "the same bytes", request.body == expected,
                    observed: "\(request.body.count) different ones")
            }
        }
    }

    private static let formReplays = ConformanceCase(
        "resent-forms", "a form that must be resent is resent whole", reference: "RFC 9112 §9.3.1",
        [
            .check("a file and 1 MB in memory") { transport in
                try await withTemporaryFile(sample) { path in
                    let server = try hashingAfterLoss()
                    _ = try await transport.response(.get, server.url)
                    let body = RequestBody.multipart([
                        .file("f", path: path), .data("d", Data(Pattern.bytes(1_000_000, seed: 3))),
                    ])
                    let response = try await transport.response(.put, server.url, body: body)
                    try expect(
                        "the hash", response.text, is: SHA256Hasher.digest(of: Data(try bytes(of: body))).hex)
                }
            }
        ])

    /// The contents of the body's segments, read here.
    private static func bytes(of body: RequestBody) throws -> [UInt8] {
        guard case .multipart(let form) = body.content else { return [] }
        return try form.segments.flatMap { segment -> [UInt8] in
            switch segment {
            case .data(let data): Array(data)
            case .file(let path): Array(try Data(contentsOf: URL(filePath: path)))
            case .slice(let path, let range):
                Array(
                    try Data(contentsOf: URL(filePath: path))[Int(range.lowerBound)..<Int(range.upperBound)])
            }
        }
    }

    /// The contents of the forms' files.
    private static let sample = Data(Pattern.bytes(2001, seed: 9))
}
