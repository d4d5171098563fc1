import Curlew
import CurlewTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Files as request bodies.
extension ConformanceCase {
    static let filePaths = ConformanceCase(
        "contract-files", "the body's file is the one that the system finds at its path",
        reference: "POSIX.1-2024 §4.16, pathname resolution",
        [
            .check("two dots after a link") { transport in
                try await withTemporaryDirectory { folder in
                    let manager = FileManager.default
                    try manager.createDirectory(atPath: "\(folder)/a/b", withIntermediateDirectories: true)
                    try manager.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "a/b")
                    try Data("the right one".utf8).write(to: URL(fileURLWithPath: "\(folder)/a/file"))
                    try Data("another".utf8).write(to: URL(fileURLWithPath: "\(folder)/file"))
                    let request = try await transport.received(.post, body: .file("\(folder)/link/../file"))
                    try expect("the body", request.bodyText, is: "the right one")
                }
            },
            unsized("a file of /proc, whose size is unknown", "/proc/version"),
            unsized("a file of /sys, whose size is reported as a page", "/sys/kernel/mm/ksm/run"),
            .check("an empty file") { transport in
                try await withTemporaryFile(Data()) { path in
                    let request = try await transport.received(.put, body: .file(path))
                    try expect("the length", request["Content-Length"], is: "0")
                }
            },
            changing("a file that grows while it is sent goes out as it was", by: 8_000_000),
            changing("a file that shrinks while it is sent goes out as it was, or is an error", by: -1000),
            .check("what is no regular file is refused before any connection") { transport in
                let server = try LoopbackServer.ok()
                for body: RequestBody in [
                    .file("/dev/zero"), .file("/dev/null"), .multipart([.file("f", path: "/dev/zero")]),
                ] {
                    try await expectError(.fileFailed) {
                        try await transport.response(.put, server.url, body: body)
                    }
                }
                try expect("connections", server.connectionCount, is: 0)
            },
        ])

    private static func changing(_ input: String, by change: Int) -> ConformanceCheck {
        .check(input) { transport in
            let size = 16_000_000
            try await withTemporaryFile(Data(Pattern.bytes(size, seed: 3))) { path in
                let server = try LoopbackServer { connection in
                    guard try connection.readHead() != nil else { return }
                    unsafe truncate(path, off_t(size + change))
                    var length = 0
                    try connection.readBody { length += $0.count }
                    let text = "\(length) bytes"
                    try connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
                    // What follows the body would be taken for another request.
                    try connection.send(connection.read(upTo: 100))
                }
                do {
                    let response = try await transport.response(.post, server.url, body: .file(path))
                    try expect("what was received", response.text, is: "\(size) bytes")
                } catch NetworkError.Code.fileFailed where change < 0 {
                    // A transport that has not read all of it beforehand cannot send the rest.
                    return
                }
            }
        }
    }

    private static func unsized(_ input: String, _ path: String) -> ConformanceCheck {
        .check(input) { transport in
            // Only Linux has them.
            guard let content = FileManager.default.contents(atPath: path) else { return }
            let request = try await transport.received(.put, body: .file(path))
            try expect("the body", request.body, is: Array(content))
            try expect("the length", request["Content-Length"], is: "\(content.count)")
            let form = try await transport.received(.put, body: .multipart([.file("f", path: path)]))
            try expect(
                "the body in the form", form.bodyText.contains(String(decoding: content, as: UTF8.self)),
                observed: form.bodyText)
        }
    }
}
