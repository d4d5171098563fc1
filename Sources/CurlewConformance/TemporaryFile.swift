#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs the closure with the path of a file that holds the data, and removes the file.
func withTemporaryFile(_ data: Data, _ body: (_ path: String) async throws -> Void) async throws {
    let path = temporaryPath()
    try data.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
}

/// Runs the closure with the path of an empty directory, and removes the directory with its contents.
func withTemporaryDirectory(_ body: (_ path: String) async throws -> Void) async throws {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
}

private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.path + "/curlew-\(UUID().uuidString)"
}
