import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The exchanges of a file, and which of them were replayed.
final class HARPlayer: Sendable {
    private let path: String
    private let entries: [HARFile.Entry]
    private let shapes: [RequestShape]
    private let match: RecordingMatch
    private let secrets: RecordingSecrets
    private let used = Lock<Set<Int>>([])

    /// Reads a file; throws `.fileFailed` if it cannot be read or is no HTTP archive.
    init(path: String, _ match: RecordingMatch, _ secrets: RecordingSecrets) throws(NetworkError) {
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            // Some tools write a byte order mark.
            let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
            entries = try JSONDecoder().decode(HARFile.self, from: Data(text)).log.entries
        } catch {
            throw NetworkError(.fileFailed, "cannot read the recording \(path): \(error)", underlying: error)
        }
        shapes = entries.map { RequestShape($0.request, secrets) }
        self.path = path
        self.match = match
        self.secrets = secrets
    }

    /// The response to a request; throws `.unsupported` if none is recorded, and the recorded failure.
    func response(to request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
        let shape = RequestShape(HARFile.Request(request, secrets), secrets)
        let matching = shapes.indices.filter { match.differences(of: shape, from: shapes[$0]).isEmpty }
        let index = used.withLock { used -> Int? in
            let index = matching.first { !used.contains($0) } ?? (match.repeats ? matching.last : nil)
            if let index { used.insert(index) }
            return index
        }
        guard let index else { throw drift(shape, matching) }
        return try entries[index].replayed()
    }

    /// The exchanges that were not replayed, in words.
    var unused: [String] {
        let used = used.withLock { $0 }
        return shapes.indices.filter { !used.contains($0) }.map { name(of: $0) }
    }

    private func name(of index: Int) -> String { "entry \(index + 1), \(shapes[index].name)" }

    private func drift(_ shape: RequestShape, _ matching: [Int]) -> NetworkError {
        let start = "\(shape.name) is not in the recording \(path)"
        if let last = matching.last {
            let count = matching.count == 1 ? "its response was" : "its \(matching.count) responses were"
            return .unsupported(
                "\(start) once more: \(count) replayed (last \(name(of: last))); set repeats to replay it again"
            )
        }
        let all = shapes.indices.map { ($0, match.differences(of: shape, from: shapes[$0])) }
        let nearest = all.min { left, right in
            left.1.reduce(0) { $0 + $1.weight } < right.1.reduce(0) { $0 + $1.weight }
        }
        guard let (index, differences) = nearest else {
            return .unsupported("\(start), which has no entries")
        }
        let reasons = differences.map(\.text).joined(separator: "; ")
        return .unsupported(
            "\(start); the nearest is \(name(of: index)): \(reasons). If the change is intended, record it again"
        )
    }
}

extension RequestShape {
    /// Method and URL without the query.
    fileprivate var name: String { "\(method) \(origin)\(path)" }
}
