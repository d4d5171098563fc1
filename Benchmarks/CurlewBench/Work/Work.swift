import Foundation

/// What every subject is asked to do.
struct Work: Sendable {
    let name: String
    let url: String
    /// How many exchanges run at a time.
    let concurrency: Int
    /// How many exchanges there are in all.
    let total: Int
    /// How many bytes each body has.
    let length: Int
    /// One large body, read as it arrives, instead of small ones.
    var isStreamed = false
    /// The large body goes into a file.
    var isFile = false

    /// The same with so many exchanges.
    func limited(to total: Int) -> Work {
        Work(
            name: name, url: url, concurrency: min(concurrency, total), total: total, length: length,
            isStreamed: isStreamed, isFile: isFile)
    }

    /// A new file's path, for the body of one run.
    static func filePath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "curlew-bench-\(UUID())").path
    }

    static let streamLength = 256 << 20

    /// One after another, 64 at a time, and one large body, read and written to a file.
    static func all(on server: String) -> [Work] {
        let small = (url: "\(server)/json", length: Document.length)
        return [
            Work(name: "sequential", url: small.url, concurrency: 1, total: 5_000, length: small.length),
            Work(name: "64 concurrent", url: small.url, concurrency: 64, total: 40_000, length: small.length),
            Work(
                name: "256 MiB stream", url: "\(server)/bytes/\(streamLength)", concurrency: 1, total: 1,
                length: streamLength, isStreamed: true),
            Work(
                name: "256 MiB to a file", url: "\(server)/bytes/\(streamLength)", concurrency: 1, total: 1,
                length: streamLength, isStreamed: true, isFile: true),
        ]
    }
}

/// The small document that the server answers with.
struct Document: Decodable, Sendable {
    let title: String
    let tags: [String]

    static let length = 44

    var isRight: Bool { title == "A document" && tags == ["a", "b"] }
}
