import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The exchanges of a recording in the order of their requests, and the file that has them.
final class HARRecorder: Sendable {
    private let path: String
    private let entries = Lock<[HARFile.Entry?]>([])

    init(path: String) {
        self.path = path
    }

    /// The place of a request's exchange, which is written when it has ended.
    func begin() -> Int {
        entries.withLock { entries in
            entries.append(nil)
            return entries.count - 1
        }
    }

    /// Writes the file with one more exchange; throws `.fileFailed`.
    func ended(_ index: Int, _ entry: HARFile.Entry) throws(NetworkError) {
        let result = entries.withLock { entries -> Result<Void, NetworkError> in
            entries[index] = entry
            // Under the lock, so that an older file never replaces a newer one.
            return save(entries.compactMap(\.self))
        }
        try result.get()
    }

    private func save(_ entries: [HARFile.Entry]) -> Result<Void, NetworkError> {
        let creator = HARFile.Creator(name: "Curlew", version: "1")
        let file = HARFile(log: HARFile.Log(version: "1.2", creator: creator, entries: entries))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let data = try encoder.encode(file) + Data("\n".utf8)
            try data.write(to: URL(filePath: path), options: .atomic)
            return .success(())
        } catch {
            return .failure(
                NetworkError(.fileFailed, "cannot write the recording \(path): \(error)", underlying: error))
        }
    }
}
