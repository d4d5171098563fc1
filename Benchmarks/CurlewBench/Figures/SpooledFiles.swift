import Foundation

/// The temporary files of bodies: named ones, and unnamed ones that only this process holds.
struct SpooledFiles: Equatable, CustomStringConvertible {
    let named: Set<String>
    let heldCount: Int
    let bytes: Int

    static let none = SpooledFiles(named: [], heldCount: 0, bytes: 0)

    private init(named: Set<String>, heldCount: Int, bytes: Int) {
        self.named = named
        self.heldCount = heldCount
        self.bytes = bytes
    }

    /// Looks for them now.
    init() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
        let held = try Self.heldFiles()
        self.init(
            named: Set(names.filter { $0.hasPrefix("curlew.") }), heldCount: held.count,
            bytes: held.reduce(0, +))
    }

    /// Looks until they are as expected, for up to a second.
    static func settled(at expected: Self) async throws -> Self {
        let deadline = ContinuousClock.now + .seconds(1)
        while try SpooledFiles() != expected, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        return try SpooledFiles()
    }

    /// The sizes of the open files without a name.
    private static func heldFiles() throws -> [Int] {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            guard target?.hasSuffix("(deleted)") == true, let descriptor = Int32(name) else { return nil }
            return Int(lseek(descriptor, 0, SEEK_END))
        }
    }

    var description: String { "\(named.count) named, \(heldCount) held" }
}
