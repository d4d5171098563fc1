package import Foundation

/// Runs the closure with the path of a new file of these bytes, and removes the file.
package func withTemporaryFile<Value>(_ bytes: Data, _ body: (_ path: String) throws -> Value) throws -> Value
{
    try withTemporaryDirectory { directory in
        let path = "\(directory)/file"
        try bytes.write(to: URL(fileURLWithPath: path))
        return try body(path)
    }
}

/// Runs the asynchronous closure with the path of a new file of these bytes, and removes the file.
package func withTemporaryFile<Value>(
    _ bytes: Data, _ body: (_ path: String) async throws -> Value
) async throws -> Value {
    let path = "\(FileManager.default.temporaryDirectory.path)/curlew-\(UUID().uuidString)"
    try bytes.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

/// Runs the closure with the path of a new directory, and removes it.
package func withTemporaryDirectory<Value>(_ body: (_ path: String) throws -> Value) throws -> Value {
    let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory.path)
}
