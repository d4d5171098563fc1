import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The progress reports of an upload.
extension ConformanceCase {
    static let uploadProgress = ConformanceCase(
        "upload-progress", "the progress of an upload ends with all bytes reported",
        reference: "RequestBody.reporting",
        [
            reported("a few bytes", .untyped("hello"), size: 5, total: 5),
            reported("data", .data(Data(count: size)), size: size, total: size),
            reported("a form", .form(["a": "b"]), size: 3, total: 3),
            reported("a stream of known length", stream(length: Int64(size)), size: size, total: size),
            reported("a stream", stream(length: nil), size: size, total: nil),
            .check("a file") { transport in
                try await withTemporaryFile(Data(count: size)) { path in
                    try await send(.file(path), over: transport, size: size, total: size)
                }
            },
        ])

    private static let size = 2_000_000

    private static func stream(length: Int64?) -> RequestBody {
        let chunks = AsyncStream<Data> { continuation in
            for _ in 0..<20 { continuation.yield(Data(count: size / 20)) }
            continuation.finish()
        }
        return .stream(chunks, length: length)
    }

    private static func reported(
        _ input: String, _ body: @autoclosure @escaping @Sendable () -> RequestBody, size: Int, total: Int?
    ) -> ConformanceCheck {
        .check(input) { transport in
            try await send(body(), over: transport, size: size, total: total)
        }
    }

    private static func send(
        _ body: RequestBody, over transport: any Transport, size: Int, total: Int?
    ) async throws {
        let server = try LoopbackServer()
        let (reports, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
        let response = try await transport.response(
            .post, "\(server.url)/sha256", body: body.reporting { continuation.yield($0) })
        try expect("the status", response.status, is: 200)
        var completed: Int64 = -1
        for await report in reports {
            try expect("no decrease", report.completed >= completed, observed: "\(report.completed)")
            completed = report.completed
            // A transport may learn the length by waiting for the stream's end.
            if let total { try expect("the total", report.total, is: Int64(total)) }
            if completed == size { break }
        }
        try expect("the last report", completed, is: Int64(size))
    }
}
