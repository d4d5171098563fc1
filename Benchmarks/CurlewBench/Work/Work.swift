import Foundation

/// A task for every subject.
struct Work: Sendable {
    enum Kind: Sendable {
        /// The small document.
        case get
        /// The small document for a small body.
        case post
        /// A body of a hundred kilobytes, collected in memory.
        case bytes
        /// A large body, read as it arrives.
        case stream
        /// A large body, written to a file.
        case file
        /// A large body to send, from a file or from a stream.
        case uploadFile, uploadStream
    }

    let name: String
    let url: String
    /// The number of concurrent exchanges.
    var concurrency: Int
    /// The number of all exchanges.
    var total: Int
    var kind = Kind.get
    /// The file to send.
    var source: String?
    /// Whether its server is slow: it measures how many exchanges can run at the same time.
    var isWaiting = false

    /// The same with another number of exchanges.
    func limited(to total: Int) -> Work {
        var work = self
        work.concurrency = min(concurrency, total)
        work.total = total
        return work
    }

    /// The length of each response body in bytes.
    var length: Int {
        switch kind {
        case .get, .post: Document.length
        case .bytes: 100 << 10
        case .stream, .file: Self.streamLength
        case .uploadFile, .uploadStream: String(Self.streamLength).utf8.count
        }
    }

    /// The length of each request body in bytes.
    var uploadLength: Int {
        switch kind {
        case .post: 256
        case .uploadFile, .uploadStream: Self.streamLength
        case .get, .bytes, .stream, .file: 0
        }
    }

    /// Whether its unit is MiB instead of requests.
    var isLarge: Bool {
        switch kind {
        case .stream, .file, .uploadFile, .uploadStream: true
        case .get, .post, .bytes: false
        }
    }

    var isSecure: Bool { url.hasPrefix("https:") }

    /// The amount of work: MiB or requests.
    var unitCount: Double {
        isLarge ? Double(Self.streamLength) / Double(1 << 20) * Double(total) : Double(total)
    }

    /// A new file's path, for the body of one run.
    static func filePath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "curlew-bench-\(UUID())").path
    }

    static let streamLength = 256 << 20
}

/// The small document that the server sends.
struct Document: Decodable, Sendable {
    let title: String
    let tags: [String]

    static let length = 44

    var isRight: Bool { title == "A document" && tags == ["a", "b"] }
}
