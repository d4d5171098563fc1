import Foundation

/// What every subject is asked to do.
struct Work: Sendable {
    enum Kind: Sendable {
        /// The small document.
        case get
        /// The small document for a small body.
        case post
        /// A body of a hundred kilobytes, kept in memory.
        case bytes
        /// A large body, read as it arrives.
        case stream
        /// A large body, written to a file.
        case file
        /// A large body that is sent, from a file or from a stream.
        case uploadFile, uploadStream
    }

    let name: String
    let url: String
    /// How many exchanges run at a time.
    var concurrency: Int
    /// How many exchanges there are in all.
    var total: Int
    var kind = Kind.get
    /// The file that is sent.
    var source: String?
    /// Whether it has a slow server: what is measured is how many exchanges can be under way.
    var isWaiting = false

    /// The same with so many exchanges.
    func limited(to total: Int) -> Work {
        var work = self
        work.concurrency = min(concurrency, total)
        work.total = total
        return work
    }

    /// How many bytes the body of each answer has.
    var length: Int {
        switch kind {
        case .get, .post: Document.length
        case .bytes: 100 << 10
        case .stream, .file: Self.streamLength
        case .uploadFile, .uploadStream: String(Self.streamLength).utf8.count
        }
    }

    /// How many bytes each request sends.
    var uploadLength: Int {
        switch kind {
        case .post: 256
        case .uploadFile, .uploadStream: Self.streamLength
        case .get, .bytes, .stream, .file: 0
        }
    }

    /// Whether it is counted in MiB, not in requests.
    var isLarge: Bool {
        switch kind {
        case .stream, .file, .uploadFile, .uploadStream: true
        case .get, .post, .bytes: false
        }
    }

    var isSecure: Bool { url.hasPrefix("https:") }

    /// How much is done: MiB or requests.
    var unitCount: Double {
        isLarge ? Double(Self.streamLength) / Double(1 << 20) * Double(total) : Double(total)
    }

    /// A new file's path, for the body of one run.
    static func filePath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "curlew-bench-\(UUID())").path
    }

    static let streamLength = 256 << 20
}

/// The small document that the server answers with.
struct Document: Decodable, Sendable {
    let title: String
    let tags: [String]

    static let length = 44

    var isRight: Bool { title == "A document" && tags == ["a", "b"] }
}
